"""Rule 6: what a view, its score sheet and the readout tell each of four seats and a stranger, and what they keep back
until the end (that two worlds look the same: tests/secrecy/test_four_viewers.py)."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from game.crossword.actions import Swap
from game.kernel import events
from game.kernel.actions import Pass, Resign
from game.kernel.events import LoggedStep
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.readout import read_out
from game.variants.alfapet.rules.state import MatchState
from game.variants.alfapet.rules.view import view_of, view_of_all
from tests.support.acts import NOW, played
from tests.support.alfapet import across, down, lay, lay_out, table
from tests.support.word_lists import AllBut

RACKS = ["KABELS>", "ÅTAEN#?", "QXZYCJV", "FGHIMOP"]
BAG = "DDDRRRSSSTTT"
VIEWERS = [0, 1, 2, 3, None]
ENDS: dict[str, Any] = {"passes_to_end": 5, "theme_words": ["KABEL", "ÄLV"]}


def four(**more: Any) -> MatchState:
    return table(None, RACKS, bag=BAG, **{**ENDS, **more})


ACTS = (
    (0, Lay(across(7, 5, "KABEL"))),
    (1, Lay(across(7, 11, "ÅT"), black=(7, 10))),
    (2, Swap(("Q", "X"))),
    (3, Pass()),
    (1, Resign()),
)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_rack_of_a_seat_that_is_out_stays_hidden_until_the_match_is_over(viewer: int) -> None:
    state, log = played(four(), *ACTS)
    view = view_of(state, viewer, log, NOW)
    assert view.players[1].out and view.hands == ()
    assert [tile.tile for tile in view.hand] == ([] if viewer is None else list(state.players[viewer].hand))
    over, log = played(four(), *ACTS, (0, Resign()), (3, Resign()))
    view = view_of(over, viewer, log, NOW)
    assert [[tile.tile for tile in hand] for hand in view.hands] == [list(player.hand) for player in over.players]
    assert view.places == (3, 4, 1, 2)
    assert view.receipts[2].gave == ("Q", "X")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_of_a_failed_attempt_the_others_see_that_there_was_one(viewer: int) -> None:
    state = four()
    step = lay(state, *across(7, 5, "KABEL"), lexicon=AllBut("KABEL"))
    view = view_of(step.state, viewer, [LoggedStep((events.turn_began(0, 1, None),)), LoggedStep(step.events)], NOW)
    assert view.receipts[-1].tries == 1
    assert ("KABEL" in repr(view.receipts)) == (viewer == 0)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_of_an_exchange_the_others_see_the_number_of_tiles(viewer: int) -> None:
    state, log = played(four(), *ACTS)
    swapped = view_of(state, viewer, log, NOW).receipts[2]
    assert (swapped.end, swapped.swapped) == ("swapped", 2)
    assert swapped.gave == (("Q", "X") if viewer == 2 else ())
    assert len(swapped.got) == (2 if viewer == 2 else 0)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_tiles_left_count_each_kind_in_bag_and_other_racks_together(viewer: int) -> None:
    state = four()
    others = "".join(rack for seat, rack in enumerate(RACKS) if seat != viewer)
    assert {tile: n for tile, n in view_of(state, viewer, (), NOW).unseen if n} == Counter(BAG + others)


def test_who_plays_both_racks_sees_both_and_what_each_did() -> None:
    state = table(None, RACKS[:2], bag=BAG, **ENDS)
    state, log = played(state, (0, Swap(("K", "A"))), (1, Swap(("Å", "T"))))
    failed = lay(state, *across(7, 5, "BEL"), lexicon=AllBut("BEL"))
    log = [*log, LoggedStep(failed.events)]
    view = view_of_all(failed.state, log, NOW)
    assert (view.viewer, view.my_turn, view.holds_all) == (0, True, True)
    assert view.receipts[-1].try_words == (("BEL",),)
    assert [[tile.tile for tile in hand] for hand in view.hands] == [list(player.hand) for player in state.players]
    assert {tile: n for tile, n in view.unseen if n} == Counter(state.bag)
    assert [receipt.gave for receipt in view.receipts] == [("K", "A"), ("Å", "T"), ()]
    over, log = played(failed.state, (0, Resign()))
    assert not view_of_all(over, log, NOW).holds_all
    assert not any(view_of(failed.state, viewer, (), NOW).hands for viewer in (0, 1, None))


def test_the_score_sheet_shows_every_turn() -> None:
    state, log = played(four(), *ACTS)
    first, second, third, fourth, running = view_of(state, None, log, NOW).receipts
    assert [word[:2] for word in first.words] == [("KABEL", 10)]
    assert (first.score, first.bonus, first.theme, first.end) == (30, 0, ("KABEL",), "placed")
    assert (second.black, second.arrow, second.tiles) == ((7, 10), None, ((7, 11), (7, 12)))
    assert (third.end, fourth.end, running.end) == ("swapped", "passed", "")
    assert [(left.seat, left.reason) for left in running.gone] == [(1, "resigned")]


def test_what_everybody_sees() -> None:
    state, log = played(replace(four(), start=("A", "#", "Q", "E")), *ACTS)
    for viewer in VIEWERS:
        view = view_of(state, viewer, log, NOW)
        assert view.start == ("A", "#", "Q", "E")
        assert view.theme == (("KABEL", 0), ("ÄLV", None))
        assert [player.score for player in view.players] == [30, 5, 0, 0]
        assert [player.hand_count for player in view.players] == [7, 7, 7, 7]
        assert [(cell.row, cell.col) for cell in view.cells if cell.black] == [(7, 10)]
        assert [(cell.row, cell.col) for cell in view.cells if cell.last] == [(7, 10), (7, 11), (7, 12)]
        assert (view.active, view.my_turn, view.can.play) == (0, viewer == 0, viewer == 0)
        assert view.can.resign == (viewer in (0, 2, 3))


def test_the_next_pass_may_be_the_one_that_ends_the_match() -> None:
    state = table(None, ["K", "A"], passes=(1, 2))
    assert view_of(state, 0, (), NOW).can.end
    assert not view_of(state, 1, (), NOW).can.end
    assert not view_of(table(None, ["K", "A"], passes=(1, 1)), 0, (), NOW).can.end


def test_the_readout_tells_words_points_and_bonuses_or_the_first_code_and_never_what_is_a_word() -> None:
    state = table(lay_out({(7, 5): "KABEL"}), ["ORO>#QX", "A"], theme_words=["KO", "ORO"])
    told = read_out(state, 0, Lay(across(8, 5, "ORO")))
    assert told.code is None
    assert [(word.text, word.points) for word in told.words] == [("ORO", 5), ("KO", 5), ("AR", 2), ("BO", 6)]
    assert (told.bonus, told.theme, told.score) == (0, ("ORO", "KO"), 18 + 40)
    assert read_out(state, 0, Lay(down(8, 5, "O.R"))).code == "gap"
    assert read_out(state, 0, Lay(())).code == "no_tiles"


def test_a_word_in_the_readout_has_the_parts_of_its_points_and_the_way_it_is_read() -> None:
    layout = ["." * 15] * 7 + ["......mD......."] + ["." * 15] * 7
    state = table(lay_out({}, layout=layout), ["KABEL>", "A"])
    (word,) = read_out(state, 0, Lay((*across(7, 6, "KAB"), *down(8, 8, "EL")), arrow=(7, 8, "down"))).words
    assert (word.face, word.letters, word.word, word.points) == (10, -9, 2, 2)
    assert [divmod(cell, 15) for cell in word.cells] == [(7, 6), (7, 7), (7, 8), (8, 8), (9, 8)]
    assert divmod(word.corner, 15) == (7, 8)
