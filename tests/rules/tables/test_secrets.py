"""Section 8 of docs/rules.md, first part: what a view and its ledger tell, and what they keep back until the end."""

from collections import Counter
from typing import Any

import pytest

from game.dispatch.record_reading import read_action
from game.dispatch.steps import apply
from game.kernel import events
from game.kernel.events import LoggedStep
from game.kernel.match import Env
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.view import View, view_of
from tests.support.chances import FirstTile
from tests.support.text_boards import CAT, laid_of, scene, tiles_of
from tests.support.two_worlds import in_another_world
from tests.support.word_lists import AllBut

SECRET = "QZXJKVW"  # the other hand: letters that are nowhere else


def match(**differs: Any) -> MatchState:
    return scene(CAT, **({"hand": "SEEEEEE", "other": SECRET, "bag": "AAEEGGUUMM", "slots": ["swap"]} | differs))


def played(
    state: MatchState,
    *actions: tuple[str, int, dict[str, Any]],
    words: set[Any] | AllBut = AllBut(),  # noqa: B008 (holds nothing)
) -> tuple[MatchState, list[LoggedStep]]:
    """The match after some actions (do, seat, fields), and its log from the turn's beginning."""
    log = [LoggedStep((events.turn_began(state.active, state.turn, None),))]
    for what, seat, fields in actions:
        entry = {"do": what, "seat": seat, **fields}
        step = apply(state, seat, read_action(entry, "alfapower", "en"), Env(0, words, FirstTile()))
        state, log = step.state, [*log, LoggedStep(step.events)]
    return state, log


SWAP = ("use", 0, {"item": "swap", "tiles": tiles_of("SE")})
FAIL = ("place", 0, {"tiles": laid_of("S 2 4")})
RESIGN: tuple[str, int, dict[str, Any]] = ("resign", 1, {})


def letters_shown(view: View) -> str:
    return repr((view.hand, view.choice, view.hands, view.receipts))


@pytest.mark.parametrize("viewer", [0, None])
def test_the_other_hand_and_the_bag_stay_hidden_r8_1(viewer: int | None) -> None:  # R8.1
    """Two worlds that differ only in the hidden hand and bag look the same."""
    one = match()
    other = in_another_world(one, 0)
    assert view_of(one, viewer, (), 0) == view_of(other, viewer, (), 0)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_no_hidden_letter_in_hands_choice_or_ledger_r8_1(viewer: int) -> None:  # R8.1
    state, log = played(match(), SWAP, ("pass", 0, {}), ("pass", 1, {}))
    shown = letters_shown(view_of(state, viewer, log, 0))
    if viewer != 1:
        assert not any(f"'{letter}'" in shown for letter in SECRET)
    if viewer != 0:
        assert not any(f"'{tile}'" in shown for tile in ("A", "E", "G", "S", "U", "M"))


def test_public_numbers_r8_2_r8_4() -> None:  # R8.2, R8.4
    state = match(coins=(4, 9), scores=(7, -3), passes=(1, 2), timeouts=(0, 1))
    for viewer in (0, 1, None):
        view = view_of(state, viewer, (), 0)
        assert (view.bag, [player.hand_count for player in view.players]) == (10, [7, 7])
        assert [(p.coins, p.score, p.slots, p.passes, p.timeouts) for p in view.players] == [
            (4, 7, ("swap",), 1, 0),
            (9, -3, (), 2, 1),
        ]


@pytest.mark.parametrize(
    ("viewer", "letters"),
    [(0, SECRET + "AAEEGGUUMM"), (1, "SEEEEEE" + "AAEEGGUUMM"), (None, SECRET + "SEEEEEE" + "AAEEGGUUMM")],
    ids=["R8.3 seat 0", "R8.3 seat 1", "R8.3 a stranger"],
)
def test_unseen_letters(viewer: int, letters: str) -> None:
    view = view_of(match(), viewer, (), 0)
    assert {letter: n for letter, n in view.unseen if n} == Counter(letters)


def test_unseen_letters_without_alfa_marks_r8_3() -> None:  # R8.3
    plain = match(other="QZXJKV?", bag="ABC?")
    marked = match(other="Q*ZXJKV?*", bag="A*BC?*")
    assert view_of(plain, 0, (), 0).unseen == view_of(marked, 0, (), 0).unseen


def test_purchases_and_targets_are_public_r8_4() -> None:  # R8.4
    buy = ("buy", 1, {"item": "claim"})
    use = ("use", 0, {"item": "claim", "cell": [0, 0]})
    state, log = played(match(slots=["claim"]), buy, use)
    for viewer in (0, 1, None):
        receipt = view_of(state, viewer, log, 0).receipts[-1]
        assert [(bought.seat, bought.item, bought.price) for bought in receipt.bought] == [(1, "claim", 4)]
        assert [(used.item, used.row, used.col) for used in receipt.used] == [("claim", 0, 0)]


def test_failed_tries_r8_5_r3_36() -> None:  # R8.5, R3.36
    state, log = played(match(coins=(1, 5)), FAIL, FAIL, words=set())
    own, others = (view_of(state, viewer, log, 0).receipts[-1] for viewer in (0, 1))
    for receipt in (own, others):
        assert (receipt.tries, receipt.try_points, receipt.try_coins) == (2, 2, 1)
    assert own.try_words == (("CATS",), ("CATS",))
    assert others.try_words == ()


def test_swaps_r8_6() -> None:  # R8.6
    state, log = played(match(), SWAP)
    own, others, strangers = (view_of(state, viewer, log, 0).receipts[-1].used[0] for viewer in (0, 1, None))
    assert (own.count, own.gave, own.got) == (2, ("S", "E"), ("A", "A"))
    for used in (others, strangers):
        assert (used.count, used.gave, used.got) == (2, (), ())


@pytest.mark.parametrize(("tile", "told"), [("A", "taken"), (None, "declined")])
def test_alfa_choices_r8_7(tile: str, told: str) -> None:  # R8.7
    place, choose = ("place", 0, {"tiles": laid_of("S 2 4")}), ("choose", 0, {"tile": tile})
    state, log = played(match(alfa_trigger=1), place)
    assert [tile.tile for tile in view_of(state, 0, log, 0).choice] == ["A"]
    for viewer in (1, None):
        assert view_of(state, viewer, log, 0).choice == ()
        assert view_of(state, viewer, log, 0).receipts[-1].drawn == ()
    state, log = played(match(alfa_trigger=1), place, choose)
    for viewer in (1, None):
        receipt = view_of(state, viewer, log, 0).receipts[0]
        assert (receipt.alfa, receipt.alfa_tile) == (told, "")
    assert view_of(state, 0, log, 0).receipts[0].alfa_tile == (tile or "")


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_all_is_open_when_it_is_over_r8_8(viewer: int) -> None:  # R8.8
    state, log = played(match(), SWAP, ("place", 0, {"tiles": laid_of("E 2 4")}), RESIGN)
    view = view_of(state, viewer, log, 0)
    assert [tile.tile for tile in view.hands[1]] == list(SECRET)
    assert view.receipts[0].used[0].gave == ("S", "E")
    assert view.receipts[0].drawn != ()


@pytest.mark.parametrize(("passes", "concede"), [(0, False), (1, False), (2, True)])
def test_the_button_says_concede_one_pass_before_r4_31(passes: int, concede: bool) -> None:  # R4.31
    assert view_of(match(passes=(passes, 2)), 0, (), 0).can.concede is concede
    assert view_of(match(passes=(passes, 2)), 1, (), 0).can.concede is False
