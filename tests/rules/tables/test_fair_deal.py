"""Section 8 of docs/rules.md, second part: every chance follows from the committed seed.

The numbers are worked out here once more, with nothing but hmac and hashlib.
"""

import copy
import hashlib
import hmac
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from game.dispatch.new_match import new_match, read_rules
from game.dispatch.record_check import verify
from game.kernel.chance import FairChance, ImpossibleChance, seat_order
from game.kernel.fair_numbers import commitment, seed_of
from tests.support.random_matches import random_match
from tests.support.samples import sample
from tests.support.text_boards import CAT, do, scene

SEED = bytes(range(32))


def number(n: int, seed: bytes = SEED) -> int:  # R8.11
    return int.from_bytes(hmac.new(seed, str(n).encode("ascii"), hashlib.sha256).digest(), "big")


def taken(bag: list[str], first: int, count: int) -> list[str]:
    """The tiles that the numbers from `first` on take; they leave the bag."""  # R8.14
    given = []
    for n in range(first, first + count):
        bag.sort()
        given.append(bag.pop(number(n) % len(bag)))
    return given


def test_the_commitment_is_sha_256_in_hex_r8_9() -> None:  # R8.9
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize("settings", [{}, {"board_size": 19, "language": "sv"}])
def test_the_deal_r8_14_r8_15(settings: dict[str, Any]) -> None:  # R8.11, R8.14, R8.15
    state = new_match(read_rules("alfapower", settings), FairChance(SEED), 0).state
    bag = list(state.tileset.bag())
    assert [list(player.hand) for player in state.players] == [taken(bag, 1, 7), taken(bag, 8, 7)]
    assert sorted(bag) == list(state.bag)


def test_a_refill_and_a_swap_draw_one_number_a_tile_r8_16() -> None:  # R8.16
    before = scene(CAT, hand="SEEEEEE", bag="ABCDEFGHIJKLMNO?", slots=["swap"])
    assert before.draws == 15
    bag = list(before.bag)
    swapped = do(before, "use", item="swap", tiles="SE", chance=FairChance(SEED)).state
    assert swapped.players[0].hand == (*"EEEEE", *taken(bag, 15, 2))
    bag += ["S", "E"]
    placed = do(swapped, "place", tiles="E 2 4 / E 1 4 / E 0 4", chance=FairChance(SEED)).state
    assert placed.players[0].hand[-3:] == tuple(taken(bag, 17, 3))
    assert placed.draws == 20


def test_alfa_tiles_are_sorted_as_strings_r8_14() -> None:  # R8.14, R8.20
    before = scene(CAT, hand="SEEEEEE", bag="A*A?*?BB*", slots=["swap"])
    assert before.bag == ("?", "?*", "A", "A*", "B", "B*")
    after = do(before, "use", item="swap", tiles="S", chance=FairChance(SEED)).state
    assert after.players[0].hand[-1] == before.bag[number(15) % 6]


@pytest.mark.parametrize("players", [("Ann", "Bo"), ("Ann", "Bo", "Cy")])
def test_number_0_draws_the_seats_r8_12(players: tuple[str, str]) -> None:  # R8.12, R2.5
    for byte in range(20):
        seed = bytes([byte]) * 32
        first = number(0, seed) % len(players)
        assert seat_order(seed, players) == players[first:] + players[:first]


@pytest.mark.parametrize(
    ("players", "text"),
    [
        ((b"\x0a" * 32, b"\xbc" * 32), f"{'07' * 32}:{'0a' * 32}:{'bc' * 32}"),
        ((None, b"\xbc" * 32), f"{'07' * 32}:-:{'bc' * 32}"),
        ((None, None), f"{'07' * 32}:-:-"),
        ((b"\x0a" * 32,), f"{'07' * 32}:{'0a' * 32}"),
    ],
)
def test_the_seed_is_made_of_all_numbers_r8_10(players: tuple[bytes, bytes], text: str) -> None:  # R8.10
    assert seed_of(b"\x07" * 32, players) == hashlib.sha256(text.encode("ascii")).digest()


def fair_record(lots: bool, form: str = "seed") -> dict[str, Any]:
    """A random record with a fair deal, with lots drawn or of a rematch; `form` is what its `fair` has. It is the
    caller's to change."""
    return copy.deepcopy(_found(lots, form))


@cache
def _found(lots: bool, form: str) -> dict[str, Any]:
    for seed in range(200):
        record: dict[str, Any] = random_match(seed)["record"]
        drawn = sum(len(action.get("drawn", ())) for action in record["actions"])
        if form in record.get("fair", ()) and ("lobby_order" in record) is lots and drawn > 10:
            return record
    raise AssertionError("none found")


@pytest.mark.parametrize("lots", [True, False], ids=["R8.12 with lots", "R8.13 R2.7 a rematch"])
@pytest.mark.parametrize("form", ["seed", "server"])
def test_a_fair_record_holds(lots: bool, form: str) -> None:
    assert verify(fair_record(lots, form)).difference == ""


def swap_two_draws(record: dict[str, Any]) -> None:
    for action in record["actions"]:
        drawn = action.get("drawn", [])
        if len(set(drawn)) > 1:
            i = next(i for i in range(1, len(drawn)) if drawn[i] != drawn[0])
            drawn[0], drawn[i] = drawn[i], drawn[0]
            return


@pytest.mark.parametrize(
    "tamper",
    [
        pytest.param(lambda record: record["fair"].update(seed="11" * 32), id="R8.34 another seed"),
        pytest.param(lambda record: record["fair"].update(commitment="11" * 32), id="R8.34 another commitment"),
        pytest.param(lambda record: record["lobby_order"].reverse(), id="R8.34 R8.39 another order of seats"),
        pytest.param(swap_two_draws, id="R8.34 draws in another order"),
        pytest.param(lambda record: record["hands"].reverse(), id="R8.34 each with the other's hand"),
    ],
)
def test_what_does_not_follow_from_the_seed_is_found(tamper: Callable[..., Any]) -> None:
    for form in ("seed", "server"):
        record = fair_record(True, form)
        tamper(record)
        with pytest.raises(ImpossibleChance):
            verify(record)


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (lambda fair: fair.update(server="11" * 32), "fair.server"),
        (lambda fair: fair.update(commitment="11" * 32), "fair.server"),
        (lambda fair: fair.update(seed="11" * 32), "fair.seed"),
        (lambda fair: fair.update(players=["11" * 32, None]), "hands"),
        (lambda fair: fair["players"].reverse(), "hands"),
        (lambda fair: fair.update(players=[None, None]), "hands"),
        (lambda fair: fair["players"].__setitem__(1, "11" * 32), "hands"),
    ],
    ids=["server", "commitment", "seed", "another player's number", "order", "left out", "put in"],
)
def test_numbers_that_do_not_agree_are_found_r8_40(tamper: Callable[..., Any], says: str) -> None:  # R8.40
    record = sample("", "13")  # with numbers of the server and of Ann, none of Bo
    del record["lobby_order"]  # number 0 decides nothing then, so that every case comes to the deal
    assert verify(record).difference == ""
    tamper(record["fair"])
    with pytest.raises(ImpossibleChance) as fault:
        verify(record)
    assert str(fault.value).startswith(says)


def test_a_seed_beside_the_numbers_must_agree_r8_40() -> None:  # R8.40
    record = sample("", "13")
    fair = record["fair"]
    fair["seed"] = hashlib.sha256(f"{fair['server']}:{fair['players'][0]}:-".encode("ascii")).hexdigest()
    assert verify(record).difference == ""


@pytest.mark.parametrize(
    ("change", "proof"),
    [
        (lambda r: None, "the deal follows from numbers of the server and of Ann"),
        (
            lambda r: r.pop("lobby_order"),
            "the deal follows from numbers of the server and of Ann; the seats were not proved",
        ),
        (lambda r: r.pop("fair"), "the deal was not proved; the seats were not proved"),
        (
            lambda r: r.update(players=["Ann", "Ann"], lobby_order=["Ann", "Ann"]),
            "the deal follows from numbers of the server and of Ann; the seats were not proved, for names are alike",
        ),
        (
            lambda r: r.update(sample("", "12")),
            "the deal was not changed after the start; no number of a player went in",
        ),
    ],
    ids=["whole", "no lobby_order", "no fair", "two of one name", "the older form"],
)
def test_what_is_proved_and_what_not_is_said_r8_41(change: Callable[..., Any], proof: str) -> None:  # R8.41
    record = sample("", "13")
    change(record)
    replay = verify(record)
    assert (replay.difference, replay.proof) == ("", proof)


def test_without_fair_the_draws_may_come_in_any_order_r8_24() -> None:  # R8.24
    record = sample("", "12")
    swap_two_draws(record)
    with pytest.raises(ImpossibleChance):
        verify(record)
    del record["fair"]
    assert verify(record).difference == ""
