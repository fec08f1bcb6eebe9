"""Section 8 of docs/rules.md, second part: every chance follows from the committed seed.

The numbers are worked out here once more, with nothing but hmac and hashlib.
"""

import copy
import hashlib
import hmac
import json
from pathlib import Path

import pytest

from game.rules.chance import FairChance, ImpossibleChance, commitment, seat_order
from game.rules.record import verify
from game.rules.setup import new_match, read_rules
from tests.support.generate import random_match
from tests.support.picture import do, scene

SEED = bytes(range(32))
CAT = "..... ..... .CAT. ..... ....."


def number(n: int, seed: bytes = SEED) -> int:  # R8.11
    return int.from_bytes(hmac.new(seed, str(n).encode("ascii"), hashlib.sha256).digest(), "big")


def taken(bag: list[str], first: int, count: int) -> list[str]:
    """The tiles that the numbers from `first` on take; they leave the bag."""  # R8.14
    given = []
    for n in range(first, first + count):
        bag.sort()
        given.append(bag.pop(number(n) % len(bag)))
    return given


def test_the_commitment_is_sha_256_in_hex_r8_9():  # R8.9
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize("settings", [{}, {"board_size": 19, "language": "sv"}])
def test_the_deal_r8_14_r8_15(settings):  # R8.11, R8.14, R8.15
    state = new_match(read_rules("alfapower", settings), FairChance(SEED), 0).state
    bag = list(state.tileset.bag())
    assert [list(player.hand) for player in state.players] == [taken(bag, 1, 7), taken(bag, 8, 7)]
    assert sorted(bag) == list(state.bag)


def test_a_refill_and_a_swap_draw_one_number_a_tile_r8_16():  # R8.16
    before = scene(CAT, hand="SEEEEEE", bag="ABCDEFGHIJKLMNO?", slots=["swap"])
    assert before.draws == 15
    bag = list(before.bag)
    swapped = do(before, "use", item="swap", tiles="SE", chance=FairChance(SEED)).state
    assert swapped.players[0].hand == (*"EEEEE", *taken(bag, 15, 2))
    bag += ["S", "E"]
    placed = do(swapped, "place", tiles="E 2 4 / E 1 4 / E 0 4", chance=FairChance(SEED)).state
    assert placed.players[0].hand[-3:] == tuple(taken(bag, 17, 3))
    assert placed.draws == 20


def test_alfa_tiles_are_sorted_as_strings_r8_14():  # R8.14, R8.20
    before = scene(CAT, hand="SEEEEEE", bag="A*A?*?BB*", slots=["swap"])
    assert before.bag == ("?", "?*", "A", "A*", "B", "B*")
    after = do(before, "use", item="swap", tiles="S", chance=FairChance(SEED)).state
    assert after.players[0].hand[-1] == before.bag[number(15) % 6]


@pytest.mark.parametrize("players", [("Ann", "Bo"), ("Ann", "Bo", "Cy")])
def test_number_0_draws_the_seats_r8_12(players):  # R8.12, R2.5
    for byte in range(20):
        seed = bytes([byte]) * 32
        first = number(0, seed) % len(players)
        assert seat_order(seed, players) == players[first:] + players[:first]


def fair_record(lots: bool) -> dict:
    """A random record with a fair deal, with lots drawn or of a rematch."""
    for seed in range(200):
        record = random_match(seed)["record"]
        drawn = sum(len(action.get("drawn", ())) for action in record["actions"])
        if "fair" in record and ("lobby_order" in record) is lots and drawn > 10:
            return record
    raise AssertionError("none found")


@pytest.mark.parametrize("lots", [True, False], ids=["R8.12 with lots", "R8.13 R2.7 a rematch"])
def test_a_fair_record_holds(lots):
    assert verify(fair_record(lots)).difference == ""


def swap_two_draws(record):
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
    ],
)
def test_what_does_not_follow_from_the_seed_is_found(tamper):
    record = copy.deepcopy(fair_record(True))
    tamper(record)
    with pytest.raises(ImpossibleChance):
        verify(record)


def test_without_fair_the_draws_may_come_in_any_order_r8_24():  # R8.24
    record = json.loads((Path(__file__).parents[2] / "records" / "12-fair-deal.json").read_text())["record"]
    swap_two_draws(record)
    with pytest.raises(ImpossibleChance):
        verify(record)
    del record["fair"]
    assert verify(record).difference == ""
