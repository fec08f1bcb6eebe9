"""Section 8 of docs/rules.md, first part: what a view and its ledger tell, and what they keep back until the end; and
of powers, buttons, squares and tiles what no page shows by itself."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from game.dispatch.record_reading import read_action
from game.kernel.events import Event, Kind, LoggedStep, turn_began
from game.variants.alfapower.rules.events import words_scored
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.ledger import receipts
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.view import View, view_of
from tests.support import acts
from tests.support.text_boards import CAT, HIGH_CAT, laid_of, scene, tiles_of
from tests.support.two_worlds import in_another_world

SECRET = "QZXJKVW"  # the other hand: letters that are nowhere else


def match(**differs: Any) -> MatchState:
    return scene(CAT, **({"hand": "SEEEEEE", "other": SECRET, "bag": "AAEEGGUUMM", "slots": ["swap"]} | differs))


def played(
    state: MatchState,
    *actions: tuple[str, int, dict[str, Any]],
    words: set[Any] | None = None,
) -> tuple[MatchState, list[LoggedStep]]:
    """The match after some actions (do, seat, fields), and its log from the turn's beginning."""
    entries = [{"do": what, "seat": seat, **fields} for what, seat, fields in actions]
    read = [(entry["seat"], read_action(entry, "alfapower", "en")) for entry in entries]
    return acts.played(state, *read, lexicon=words)


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


CAT_AND_S = ("place", 0, {"tiles": laid_of("S 2 4")})


def powers(view: View) -> list[tuple[str, bool, bool]]:
    """(item, usable, whether a square is offered) of every slot."""
    return [(slot.item, slot.usable, bool(slot.targets)) for slot in view.slots]


@pytest.mark.parametrize(
    ("active", "shown"),
    [
        (0, [("swap", True, False), ("claim", True, True), ("blast", True, True)]),
        (1, [("swap", False, False), ("claim", False, False), ("blast", False, False)]),
    ],
    ids=["on turn", "waiting"],
)
def test_powers_are_usable_on_the_own_turn_only(active: int, shown: Sequence[tuple[str, bool, bool]]) -> None:
    state = replace(match(slots=["swap", "claim", "blast"]), active=active)
    view = view_of(state, 0, (), 0)
    assert (powers(view), view.can.swap) == (shown, active == 0)


def test_the_shop_tells_what_of_a_price_is_surcharge() -> None:  # R5.6
    shelf = {item.item: (item.price, item.extra) for item in view_of(match(bag="A" * 9), 0, (), 0).shop}
    assert shelf["blast"] == (12, 2) and shelf["swap"][1] == 0


def test_a_blank_has_no_letter_and_every_other_tile_its_own() -> None:
    view = view_of(match(hand="S?E"), 0, (), 0)
    assert [(tile.tile, tile.letter) for tile in view.hand] == [("S", "S"), ("?", ""), ("E", "E")]


def test_the_ring_is_round_the_tiles_of_the_last_word_that_still_lie() -> None:
    state, log = played(match(), CAT_AND_S)

    def ringed(state: MatchState) -> list[tuple[int, int]]:
        return [(cell.row, cell.col) for cell in view_of(state, 1, log, 0).cells if cell.last]

    assert ringed(state) == [(2, 4)]
    at = next(i for i, cell in enumerate(state.board.cells) if cell.letter == "S")
    cells = list(state.board.cells)
    cells[at] = cells[at]._replace(letter="")
    assert ringed(replace(state, board=replace(state.board, cells=tuple(cells)))) == []


def test_what_the_sites_absences_gave_back_in_a_turn_is_added_up() -> None:
    began = Event(Kind.TURN_BEGAN, 0, {"turn": 1, "deadline": None}, {})
    credits = [Event(Kind.CLOCK_CREDITED, None, {"length": length}, {}) for length in (2_000, 3_000)]
    (receipt,) = receipts([LoggedStep((began,)), LoggedStep(tuple(credits))], None, False)
    assert receipt.credited == 5_000


def test_an_item_without_a_square_to_aim_at_cannot_be_used() -> None:
    on_nothing = view_of(scene("..... " * 5, slots=("blast", "claim", "swap")), 0, [], 0)
    assert {slot.item: slot.usable for slot in on_nothing.slots} == {"blast": False, "claim": True, "swap": True}
    on_tiles = view_of(scene(HIGH_CAT, slots=("blast", "fortify")), 0, [], 0)
    assert all(slot.usable for slot in on_tiles.slots) and not on_tiles.can.swap


def test_whose_turn_it_is_not_has_no_buttons_but_to_resign() -> None:
    state = scene(HIGH_CAT, active=1, slots=("swap", "claim"))
    can = view_of(state, 0, [], 0).can
    assert (can.play, can.pass_turn, can.swap, can.choose, can.resign) == (False, False, False, False, True)
    mine = view_of(state, 1, [], 0)
    assert (mine.can.play, mine.can.pass_turn, mine.can.swap, mine.can.choose) == (True, True, True, False)
    assert not view_of(state, None, [], 0).can.resign
    choosing = scene(HIGH_CAT, active=1, choice="AB")
    assert [view_of(choosing, viewer, [], 0).can.choose for viewer in (0, 1, None)] == [False, True, False]
    assert [len(view_of(choosing, viewer, [], 0).choice) for viewer in (0, 1, None)] == [0, 2, 0]


@pytest.mark.parametrize(("conceded", "end"), [(True, "conceded"), (False, "passed")])
def test_a_pass_that_concedes_is_told_as_such(conceded: bool, end: str) -> None:
    log = [
        LoggedStep((Event(Kind.TURN_BEGAN, 0, {"turn": 1, "deadline": None}),)),
        LoggedStep((Event(Kind.PASSED, 0, {"coins": 3, "conceded": conceded}),)),
    ]
    assert [(one.end, one.income) for one in receipts(log, 1, False)] == [(end, 3)]


def test_the_ring_of_the_last_play_does_not_lie_on_a_square_that_was_blasted() -> None:
    words = {"words": [], "score": 5, "coins": 0, "cells": [6, 7, 8], "tiles": []}
    log = [
        LoggedStep((Event(Kind.TURN_BEGAN, 0, {"turn": 1, "deadline": None}),)),
        LoggedStep((Event(Kind.WORDS_SCORED, 0, words),)),
    ]
    view = view_of(scene(HIGH_CAT.replace("CAT", "C#T")), 0, log, 0)
    assert [(cell.row, cell.col) for cell in view.cells if cell.last] == [(1, 1), (1, 3)]


def test_the_shop_tells_what_is_missing_and_nothing_where_nothing_is() -> None:
    shelf = view_of(
        scene(HIGH_CAT, coins=(5, 0), items=["swap", "blast"], prices={"swap": 5, "blast": 9}), 0, [], 0
    ).shop
    assert {item.item: (item.missing, item.refusal) for item in shelf} == {
        "swap": (0, ""),
        "blast": (4, "not_enough_coins"),
    }


def test_a_turn_that_ran_out_earned_nothing() -> None:
    log = [LoggedStep((Event(Kind.TURN_BEGAN, 1, {"turn": 1, "deadline": 5}), Event(Kind.TIMED_OUT, 1, {})))]
    (turn,) = receipts(log, 0, False)
    assert (turn.seat, turn.end, turn.score, turn.income) == (1, "timed_out", 0, 0)


@pytest.mark.parametrize("factor", [1, 3])
def test_a_turn_tells_by_how_much_items_multiplied_it(factor: int) -> None:
    log = [LoggedStep((turn_began(0, 1, None), words_scored(0, [], 6, 3, [], factor)))]
    (turn,) = receipts(log, 1, False)
    assert (turn.score, turn.factor) == (6, factor)


def test_what_may_be_aimed_at() -> None:
    state = scene(HIGH_CAT, bonuses="..... .A... ..*.. ..... ....d", claims={(0, 0): 1}, fortified={(1, 2): 1})
    targets = {key: ITEMS[key].targets(state, 0) for key in ("swap", "fortify", "blast")}
    assert targets == {"swap": (), "fortify": (8,), "blast": (0, 7, 8)}
    assert ITEMS["claim"].targets(state, 0) == (*range(1, 5), 5, 9, 10, 11, *range(13, 24))
    starless = scene(HIGH_CAT, bonuses="..... ..... ..... ..... .....")
    assert ITEMS["place_dl"].targets(starless, 0) == (*range(6), *range(9, 12), *range(13, 25))  # but for the centre
