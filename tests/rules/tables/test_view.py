"""What a view tells of powers, buttons, squares and tiles, at the edges that no page shows by itself."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from game.kernel.events import Event, Kind, LoggedStep, turn_began
from game.variants.alfapower.rules.events import words_scored
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.ledger import receipts
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.view import View, view_of
from tests.rules.tables.test_secrets import match, played
from tests.support.text_boards import HIGH_CAT, laid_of, scene

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
