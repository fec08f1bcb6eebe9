"""Section 7: what a view, its score sheet and the readout tell, and that a match holds nothing that nobody has seen."""

from dataclasses import replace

import pytest

from game.kernel.actions import Action, Resign, Timeout
from game.kernel.chance import FairChance, RecordedChance
from game.kernel.events import LoggedStep
from game.kernel.fields import BadField, Fields
from game.kernel.match import Lexicon
from game.variants.keebble.rules import setup
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.readout import read_out
from game.variants.keebble.rules.settings import UPGRADES
from game.variants.keebble.rules.state import MatchState
from game.variants.keebble.rules.variant import VARIANT
from game.variants.keebble.rules.view import view_of
from tests.support.acts import NOW, act, played
from tests.support.keebble import board, letters, rules, sheet
from tests.support.word_lists import AllBut

VIEWERS = [0, 1, 2, None]
LIST = (letters("C", "A"), letters("T", "?2", "!"), Option("points", n=5), Option("wall", n=1))
ACTS = ((0, Take(0, tiles=((0, 0, "C"), (0, 1, "A")))), (1, Take(1, save=True)), (2, Take(2)), (1, Resign()))


def after(*acts: tuple[int, Action]) -> tuple[MatchState, list[LoggedStep]]:
    """The match after these, and its log; as it begins, with the list of the tests."""
    dealt = setup.deal(rules(start_board="empty", upgrades=list(UPGRADES)), 3, FairChance(bytes(32)), NOW, None).step
    state = replace(dealt.state, options=(*LIST, *dealt.state.options[4:]))
    return played(state, *acts, lexicon={"CA"}, begun=dealt.events)


def test_two_seeds_that_have_given_the_same_so_far_make_the_same_match() -> None:
    """K7.3: which looks the same to everybody, and is stored as the same."""
    chosen = rules(upgrades=list(UPGRADES))
    first = setup.deal(chosen, 3, FairChance(bytes(32)), NOW, None).step
    start = VARIANT.record.write_start(first.state)
    read = VARIANT.record.read_start(start, chosen, 3)
    other = setup.deal(chosen, 3, RecordedChance(read.drawn), NOW, None).step
    assert other == first


@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_is_open_to_everybody(viewer: int) -> None:
    """K7.3."""
    state, log = after(*ACTS)
    view = view_of(state, viewer, log, NOW)
    assert [player.backpack for player in view.players] == [(), ("T", "?2", "!"), ()]
    assert [player.score for player in view.players] == [4, 0, 5]
    assert [player.out for player in view.players] == [False, True, False]
    assert [(seen.index, seen.open) for seen in view.options] == [(i, i > 2) for i in range(7)]
    assert (view.cells[0].letter, view.cells[0].owner, view.cells[0].value) == ("C", 0, 3)
    assert [cell.last for cell in view.cells].count(True) == 2
    assert (view.round, view.last_round, view.next_first, view.active) == (1, False, 0, 0)
    assert (view.my_turn, view.can.take, view.can.save) == ((viewer == 0,) * 3)
    assert view.can.resign == (viewer in (0, 2))
    assert not hasattr(view, "draws")


def test_what_of_letters_is_due_is_told_to_the_viewer() -> None:
    """K4.7."""
    state, log = after(ACTS[0])
    seen = [[(o.over, o.fresh) for o in view_of(state, viewer, log, NOW).options[:3]] for viewer in (0, 1, None)]
    assert seen == [[(0, 2), (1, 1), (0, 0)], [(0, 2), (0, 2), (0, 0)], [(0, 0)] * 3]


def test_the_score_sheet_shows_every_turn() -> None:
    state, log = after(*ACTS, (0, Timeout()))
    first, second, third, fourth, running = view_of(state, None, log, NOW).receipts
    assert [word[:2] for word in first.words] == [("CA", 4)] and first.gains == (4, 0, 0)
    assert (first.end, first.option, first.cells, first.round) == ("taken", LIST[0], (0, 1), 1)
    assert (second.saved, second.option) == (True, LIST[1])
    assert (third.points, third.words) == (5, ())
    assert (fourth.end, fourth.struck, [left.seat for left in fourth.gone]) == ("timed_out", 6, [1])
    assert (running.end, running.seat) == ("", 2)


def test_the_end_is_told() -> None:
    state, log = after(*ACTS, (0, Resign()))
    view = view_of(state, 2, log, NOW)
    assert (view.over, view.reason, view.winner) == (True, "resigned", 2)
    assert view.places == (2, 3, 1)
    assert [total.total for total in view.totals] == [4, 0, 5]


def test_the_readout_tells_what_each_new_run_would_pay_to_whom_or_the_code() -> None:
    """K7.4."""
    on = board(["CA."], ["01."], kinds={(0, 2): "D"})
    state = sheet(on, letters("T"), directions=["right", "left"])
    told = read_out(state, 1, Take(0, tiles=((0, 2, "T"),)))
    ((there, back),) = told.runs
    assert (told.code, there.text, there.points, there.others) == (None, "CAT", 10, ((0, 3),))
    assert (back.text, back.points, back.cells) == ("TAC", 10, (2, 1, 0))
    assert read_out(state, 0, Take(0)).code == "wrong_count"
    assert read_out(state, 0, Take(9)).code == "no_such_option"
    assert read_out(state, 0, Take(1)).points == 4


def test_the_readout_asks_no_list() -> None:
    """K7.4: the same runs, whatever is a word."""
    state = sheet(board(["CA"]), letters("T"))
    action = Take(0, tiles=((0, 2, "T"),))
    runs = read_out(state, 0, action).runs
    lexicons: tuple[Lexicon, ...] = (AllBut(), frozenset())
    for lexicon in lexicons:
        step = act(state, action, lexicon=lexicon)
        (event,) = [event for event in step.events if event.kind == "words_scored"]
        assert len(event.public["words"]) + len(event.public["rejected"]) == len(runs) == 1


def test_a_malformed_field_is_a_fault_where_it_is_asked_for_only() -> None:
    """K4.4."""
    fields = Fields(
        {"do": "take", "option": 0, "tiles": 7, "walls": [[0, 0]]}, language="en", most=7, path="actions[2]"
    )
    action = Take.read(fields)
    with pytest.raises(BadField) as fault:
        read_out(sheet(None, letters("A")), 0, action)
    assert fault.value.key == "actions[2].tiles"
    assert read_out(sheet(None, Option("points", n=6)), 0, action).points == 6
    assert action.dump() == {"do": "take", "option": 0}
