"""Section 7 of docs/rules-flex.md: what a view, its ledger and the readout tell both players and a stranger, and what
they keep back until the end."""

from collections import Counter
from typing import Any

import pytest

from game.crossword.actions import Swap
from game.kernel import events
from game.kernel.actions import Credit, Leave, Pass, Resign, Return, Timeout
from game.kernel.events import Event, Kind, LoggedStep
from game.variants.flex.rules.ledger import receipts
from game.variants.flex.rules.readout import read_out
from game.variants.flex.rules.scoring import Loosened
from game.variants.flex.rules.state import MatchState
from game.variants.flex.rules.view import view_of
from tests.support.acts import NOW, act, played
from tests.support.flex import across, marked, table, told, turn_of
from tests.support.two_worlds import another_log, in_another_world
from tests.support.word_lists import AllBut

HANDS = ("FEESABC", "QUNXYZ?")
BAG = "DDDRRRSSSTTT"
VIEWERS = [0, 1, None]
FEES = turn_of(*across(7, 6, "FEES"))
QUEENS = turn_of(*across(7, 4, "QU"), *across(7, 8, "N"), moves=[((7, 8), (7, 6))], takes=[(7, 6)])
ACTS = (FEES, QUEENS, Swap(("A", "B")), Pass())


def begun(**more: Any) -> MatchState:
    return table({}, HANDS, BAG, turn=1, **{"flex_turns": 3, **more})


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("count", range(len(ACTS) + 1))
def test_two_worlds_that_differ_in_what_is_hidden_look_the_same(viewer: int, count: int) -> None:
    state, log = played(begun(), *ACTS[:count])
    other = in_another_world(state, viewer)
    assert other != state
    assert view_of(other, viewer, another_log(log, viewer), NOW) == view_of(state, viewer, log, NOW)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_hands_and_what_was_swapped_are_open_when_the_match_is_over(viewer: int) -> None:
    state, log = played(begun(), *ACTS)
    view = view_of(state, viewer, log, NOW)
    assert view.hands == () and view.totals == ()
    assert [tile.tile for tile in view.hand] == ([] if viewer is None else list(state.players[viewer].hand))
    assert view.receipts[2].gave == (("A", "B") if viewer == 0 else ())  # F7.4
    assert (view.receipts[2].swapped, len(view.receipts[2].got)) == (2, 2 if viewer == 0 else 0)
    over, log = played(begun(), *ACTS, Resign())
    view = view_of(over, viewer, log, NOW)
    assert [[tile.tile for tile in hand] for hand in view.hands] == [list(p.hand) for p in over.players]  # F7.5
    assert (view.reason, view.winner, view.places, view.my_turn) == ("resigned", 1, (2, 1), False)
    assert view.receipts[2].gave == ("A", "B")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_of_a_failed_try_the_other_sees_that_there_was_one(viewer: int) -> None:
    state = begun()
    log = [LoggedStep((events.turn_began(0, 1, None),))]
    for _ in range(2):
        log.append(LoggedStep(act(state, FEES, lexicon=AllBut("FEES")).events))
    view = view_of(state, viewer, log, NOW)
    assert view.receipts[-1].tries == 2  # F7.4
    assert ("FEES" in repr(view.receipts)) == (viewer == 0)
    assert receipts(log, viewer, True)[-1].try_words == (("FEES",), ("FEES",))  # F7.5


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_was_moved_and_taken_everybody_sees(viewer: int) -> None:
    state, log = played(begun(), FEES, QUEENS)
    view = view_of(state, viewer, log, NOW)
    receipt = view.receipts[1]
    assert receipt.loosened == (  # F7.4
        Loosened(7 * 15 + 6, None, "F", False, 4, 1),
        Loosened(7 * 15 + 8, 7 * 15 + 6, "E", False, 1, 1),
    )
    assert [word[:2] for word in receipt.words] == [("QUEENS", 15)]
    assert (receipt.end, receipt.score, receipt.cost, receipt.bingo) == ("placed", 10, 5, 0)
    assert len(receipt.drawn) == (2 if viewer == 1 else 0)
    assert {(cell.row, cell.col) for cell in view.cells if cell.last} == {(7, 4), (7, 5), (7, 8), (7, 6)}
    assert {(cell.row, cell.col) for cell in view.cells if cell.lifted} == {(7, 6), (7, 8)}
    assert [player.flex_left for player in view.players] == [3, 2]
    assert [player.score for player in view.players] == [7, 10]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_unseen_tiles_are_counted_for_bag_and_other_hand_together(viewer: int) -> None:
    others = "".join(hand for seat, hand in enumerate(HANDS) if seat != viewer)
    assert {t: n for t, n in view_of(begun(), viewer, (), NOW).unseen if n} == Counter(BAG + others)  # F7.6


def test_what_the_buttons_allow() -> None:
    view = view_of(table({}, HANDS, "AB", turn=1, creator=1, idle=2, flex_turns=0), 0, (), NOW)
    assert (view.my_turn, view.can.play, view.can.flex, view.can.pass_turn, view.can.ends) == (
        True, True, False, True, True
    )  # fmt: skip
    assert (view.can.swap, view.can.resign, view.can.decline) == (2, True, True)
    other = view_of(table({}, HANDS, "AB", turn=1, creator=1, idle=2), 1, (), NOW)
    assert (other.my_turn, other.can.play, other.can.flex, other.can.ends, other.can.swap) == (
        False, False, False, False, 0
    )  # fmt: skip
    assert (other.can.resign, other.can.decline, other.creator, other.idle) == (True, False, 1, 2)
    assert view_of(table({}, HANDS, turn=1, flex_turns=1), 0, (), NOW).can.flex
    assert not view_of(table({}, HANDS, idle=1), 0, (), NOW).can.ends
    stranger = view_of(begun(creator=0), None, (), NOW)
    assert not (stranger.can.play or stranger.can.resign or stranger.can.decline)


def test_the_readout_tells_words_costs_with_their_reasons_and_the_net() -> None:
    state = table({(7, 7, "across"): "QI"}, ("ATE", "A"), layout=marked(t="7,7"))
    turn = turn_of(*across(6, 7, "A"), *across(7, 7, "T"), moves=[((7, 7), (5, 7))])
    readout = read_out(state, 0, turn)
    assert readout.code is None  # F7.1
    assert [(word.text, word.points) for word in readout.words] == [("TI", 4), ("QAT", 14)]
    (tile,) = readout.loosened
    assert (tile.letter, tile.value, tile.factor, tile.cost) == ("Q", 10, 3, 30)  # F7.2
    assert (readout.bingo, readout.cost, readout.score) == (0, 30, -12)


def test_the_readout_tells_the_first_reason_why_not() -> None:
    state = table({(7, 7, "across"): "QI"}, ("ATE", "A"))
    assert read_out(state, 0, turn_of()).code == "no_tiles"
    assert read_out(state, 0, turn_of(*across(6, 7, "A"), takes=[(7, 8)])).code == "too_many_takes"
    assert read_out(state, 1, turn_of(*across(7, 9, "A"))).code is None  # also while the other is on turn


def test_the_readout_asks_no_word_list() -> None:
    state = table({(7, 7, "across"): "QI"}, ("XXX", "A"))
    assert [word.text for word in read_out(state, 0, turn_of(*across(7, 9, "XXX"))).words] == ["QIXXX"]  # F7.3


def test_the_readout_and_the_turn_come_to_the_same() -> None:
    state, _ = played(begun(), FEES)
    readout, public = read_out(state, 1, QUEENS), told(act(state, QUEENS))
    assert (readout.score, readout.cost, readout.bingo) == (public["score"], public["cost"], public["bingo"])
    assert [list(tile) for tile in readout.loosened] == public["loosened"]


def test_the_ledger_tells_every_end_of_a_turn_and_the_time_that_was_credited() -> None:
    state, log = played(begun(), FEES, Swap(("Q",)), Timeout(), Leave(NOW), Return(), Credit(500), Pass())
    lines = receipts(log, None, False)
    assert [line.end for line in lines] == ["placed", "swapped", "timed_out", "passed"]
    assert lines[3].credited == 500 and state.over


def test_what_is_no_fact_of_this_game_is_a_fault() -> None:
    began = events.turn_began(0, 1, None)
    for kind in (Kind.ITEM_BOUGHT, Kind.ALFA_OFFERED, Kind.OPTION_TAKEN):
        with pytest.raises(ValueError, match=kind):
            receipts([LoggedStep((began, Event(kind, 0)))], None, False)
