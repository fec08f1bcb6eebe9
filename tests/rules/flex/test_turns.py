"""Sections 2, 3 and 6 of docs/rules-flex.md: start, declining, the hand, what ends a turn and what ends a match."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from game.crossword.actions import Swap
from game.kernel.actions import Abandon, Pass, Resign, Timeout
from game.kernel.deadlines import GRACE, SLACK
from game.kernel.match import Outcome
from game.variants.flex.rules import setup
from game.variants.flex.rules.actions import Arrange, Decline
from game.variants.flex.rules.ending import seat_totals, totals
from game.variants.flex.rules.setup import Start
from game.variants.flex.rules.state import MatchState
from tests.support.acts import NOW, act, code_of
from tests.support.chances import FirstTile
from tests.support.flex import across, down, rules, table, told, turn_of
from tests.support.types import certain

CATS = {(7, 6, "across"): "CATS"}
MOVE = turn_of(*down(8, 9, "A"), moves=[((7, 6), (7, 7)), ((7, 7), (7, 6))])


def after(state: MatchState, *actions: Pass) -> MatchState:
    """The match after these, each of the seat on turn."""
    for action in actions:
        state = act(state, action).state
    return state


def test_two_play_each_draws_seven_and_seat_0_moves_first() -> None:
    dealt = setup.deal(rules(turn_seconds=60), 2, FirstTile(), NOW, None)
    state = dealt.step.state
    assert [player.hand for player in state.players] == [tuple("??AAAAA"), tuple("AAAABBC")]  # F2.1
    assert (state.active, state.turn, len(state.bag), state.draws) == (0, 1, 86, 15)
    assert (state.deadline, state.creator, dealt.order) == (NOW + 60_000, None, None)
    assert setup.start_of(state) == Start(state.tileset, None)


@pytest.mark.parametrize(
    ("creator", "played", "seat", "code"),
    [
        (0, [], 1, None),  # F2.2: not on turn
        (0, [Pass()], 1, None),
        (0, [Pass(), Pass()], 1, "cannot_decline"),
        (0, [Pass(), Timeout()], 1, "cannot_decline"),
        (0, [Pass(), Swap(("A",))], 1, "cannot_decline"),
        (0, [Pass(), turn_of(*across(7, 7, "AB"))], 1, "cannot_decline"),
        (1, [], 0, None),
        (1, [Pass()], 0, "cannot_decline"),
        (0, [], 0, "cannot_decline"),  # F2.3
        (1, [], 1, "cannot_decline"),
        (None, [], 0, "cannot_decline"),
        (None, [], 1, "cannot_decline"),
    ],
)
def test_who_may_decline_and_until_when(creator: int, played: Sequence[Any], seat: int, code: str) -> None:
    state = after(table({}, ("ABC", "ABC"), "DEF", turn=1, creator=creator), *played)
    assert code_of(state, Decline(), seat=seat) == code


def test_a_declined_match_has_neither_winner_nor_places() -> None:
    state = table({}, ("ABC", "ABC"), turn=2, active=1, creator=0, scores=(20, 0))
    over = act(state, Decline()).state
    assert over.outcome == Outcome("declined", None, None)  # F2.4
    assert (over.phase, over.active, over.deadline) == ("over", 1, None)
    assert [total.total for total in totals(over)] == [20, 0]
    assert code_of(over, Decline()) == "match_over"


def test_taken_tiles_are_in_the_hand_before_it_is_filled_up() -> None:
    state = table(CATS, ("ONDEFGH", "A"), "XXXX")
    step = act(state, turn_of(*down(8, 8, "ON"), takes=[(7, 9)]))
    assert step.state.players[0].hand == (*"DEFGH", "S", "X")  # F3.19
    assert len(step.state.bag) == 3
    assert step.events[1].owner == {"tiles": ["X"]}


def test_a_swap_takes_what_the_bag_has_and_the_bag_goes_first() -> None:
    state = table(CATS, ("QQQABC?", "A"), "ABC")
    for tiles, code in ((), "no_tiles"), (("Z",), "not_in_hand"), (tuple("QQQQ"), "not_in_hand"):
        assert code_of(state, Swap(tiles)) == code
    assert code_of(state, Swap(tuple("QQQA"))) == "bag_too_small"
    swapped = act(state, Swap(tuple("QQ?"))).state  # F3.20
    assert (swapped.players[0].hand, swapped.bag) == (tuple("QABCABC"), ("?", "Q", "Q"))
    assert (swapped.active, swapped.turn) == (1, 6)
    assert code_of(table(CATS, ("ABC", "A"), ""), Swap(("A",))) == "bag_too_small"


@pytest.mark.parametrize("action", [turn_of(*across(7, 10, "A")), Swap(("A",)), Pass(), Timeout()])
def test_only_the_seat_on_turn_plays(action: Arrange) -> None:
    assert code_of(table(CATS, ("A", "A"), "AA"), action, seat=1) == "not_your_turn"


def test_who_lays_the_last_tile_gains_what_the_other_has_left() -> None:
    state = table(CATS, ("AB", "QZ?"), scores=(10, 40))
    over = act(state, turn_of(*across(7, 10, "AB"))).state
    assert [(t.score, t.leftover, t.transfer, t.total) for t in totals(over)] == [(20, 0, 20, 40), (40, 20, -20, 20)]
    assert over.outcome == Outcome("bag_empty", 0, (1, 2))  # F6.1


def test_a_hand_with_what_was_taken_is_not_empty() -> None:
    state = table(CATS, ("ON", "QZ?"))
    step = act(state, turn_of(*down(8, 8, "ON"), takes=[(7, 9)]))
    assert not step.state.over and step.state.players[0].hand == ("S",)


def test_while_the_match_runs_nothing_is_transferred() -> None:
    assert [(t.leftover, t.transfer) for t in totals(table(CATS, ("AB", "QZ?")))] == [(4, 0), (20, 0)]


@pytest.mark.parametrize(
    ("actions", "over"),
    [
        ([Pass(), Pass(), Pass()], True),  # F6.2
        ([Swap(("A",)), Timeout(), Swap(("A",))], True),
        ([Timeout(), Timeout(), Pass()], True),
        ([Pass(), Pass()], False),
        ([Pass(), Pass(), turn_of(*across(7, 10, "B"))], False),  # F6.3
        ([Pass(), Pass(), turn_of(*across(7, 10, "B")), Pass(), Pass()], False),
        ([Pass(), Pass(), turn_of(*across(7, 10, "B")), Pass(), Pass(), Pass()], True),
    ],
)
def test_the_third_idle_turn_in_a_row_ends_the_match(actions: Sequence[Pass], over: bool) -> None:
    state = after(table(CATS, ("ABC", "ABC"), "AAAAA", scores=(3, 8)), *actions)
    assert state.over == over
    if over:
        assert (certain(state.outcome).reason, state.idle) == ("stalled", 3)
        assert [t.transfer for t in totals(state)] == [0, 0]


@pytest.mark.parametrize(
    ("scores", "winner", "places"), [((5, 9), 1, (2, 1)), ((9, 5), 0, (1, 2)), ((-4, -4), None, (1, 1))]
)
def test_the_scores_decide_as_they_stand(scores: tuple[int, int], winner: int, places: tuple[int, int]) -> None:
    state = act(table(CATS, ("QZ", "A"), scores=scores, idle=2), Pass()).state
    assert state.outcome == Outcome("stalled", winner, places)  # F6.6


def test_what_clears_the_timeouts_in_a_row() -> None:
    state = table(CATS, ("ABC", "ABC"), "AAAAA", timeouts=(2, 1))
    for action in (Pass(), Swap(("A",)), turn_of(*across(7, 10, "A")), MOVE):
        assert [player.timeouts for player in act(state, action).state.players] == [0, 1]  # F6.3
    assert [player.timeouts for player in act(replace(state, active=1), Timeout()).state.players] == [2, 2]


def test_a_forfeit_comes_before_a_standstill() -> None:
    state = table(CATS, ("A", "A"), timeouts=(2, 0), idle=2, scores=(50, 0))
    over = act(state, Timeout()).state
    assert over.outcome == Outcome("forfeited", 1, (2, 1))  # F6.4
    assert (over.idle, over.players[0].timeouts) == (3, 3)
    assert act(table(CATS, ("A", "A"), timeouts=(1, 2), idle=1), Timeout()).state.outcome is None
    one = act(table(CATS, ("A", "A"), timeouts_to_forfeit=1, active=1), Timeout()).state
    assert one.outcome == Outcome("forfeited", 0, (1, 2))


@pytest.mark.parametrize("seat", [0, 1])
def test_who_leaves_loses_whatever_the_scores(seat: int) -> None:
    for action, reason in ((Resign(), "resigned"), (Abandon(everyone=False), "abandoned")):
        state = table(CATS, ("QZ", "QZ"), scores=(100, 100))
        over = act(state, action, seat=seat).state
        assert over.outcome == Outcome(reason, 1 - seat, (1, 2) if seat else (2, 1))  # F6.5
        assert [t.total for t in totals(over)] == [100, 100]


def test_when_both_stay_away_nobody_wins() -> None:
    assert act(table(CATS), Abandon(everyone=True)).state.outcome == Outcome("abandoned", None, None)  # F6.5


def test_a_turn_begins_with_the_full_time_and_after_a_timeout_at_its_own_moment() -> None:
    state = table(CATS, ("AB", "AB"), "AAA", turn_seconds=30)
    assert act(state, Pass()).state.deadline == NOW + 30_000
    late = act(replace(state, deadline=NOW - 50_000), Timeout()).state
    assert late.deadline == NOW - 50_000 + GRACE + SLACK + 30_000
    assert act(table(CATS, ("AB", "AB")), Timeout()).state.deadline is None


def test_a_refused_action_and_a_failed_try_change_nothing() -> None:
    state = table(CATS, ("AB", "AB"), "AAA", timeouts=(1, 1), idle=1)
    step = act(state, turn_of(*across(7, 10, "A")), lexicon={"CATS"})
    assert step.state == state and step.events[0].owner == {"rejected": ["CATSA"]}


def test_a_placement_tells_the_board_hands_and_counters() -> None:
    state = table(CATS, ("ABX", "A"), "AAAAAAA", idle=2, scores=(5, 0))
    step = act(state, MOVE)
    assert (step.state.idle, step.state.active, step.state.turn) == (0, 1, 6)
    assert step.state.players[0].score == 5 + told(step)["score"]


@pytest.mark.parametrize(
    ("action", "kind"), [(Swap(("A",)), "tiles_swapped"), (Pass(), "passed"), (Timeout(), "timed_out")]
)
def test_the_events_of_a_turn_without_a_word_say_whose_it_was_and_when_the_next_one_ends(
    action: Swap, kind: str
) -> None:
    step = act(table(CATS, ("AB", "AB"), "CD", active=1, turn_seconds=60), action)
    ended, began = step.events
    assert (ended.kind, ended.seat, step.state.deadline) == (kind, 1, NOW + 60_000)
    assert (began.kind, began.seat, began.public) == ("turn_began", 0, {"turn": 6, "deadline": NOW + 60_000})


@pytest.mark.parametrize(
    ("action", "kind", "reason"), [(Pass(), "passed", "stalled"), (Timeout(), "timed_out", "forfeited")]
)
def test_the_events_of_an_end_tell_its_reason_and_the_winner(action: Pass, kind: str, reason: str) -> None:
    state = table(CATS, ("A", "A"), scores=(20, 10), timeouts=(0, 2), active=1, idle=2, timeouts_to_forfeit=3)
    step = act(replace(state, deadline=NOW + 5), action)
    ended, over = step.events
    assert (ended.kind, ended.seat, step.state.deadline) == (kind, 1, None)
    assert (over.kind, over.seat, over.public) == ("match_ended", None, {"reason": reason, "winner": 0})
    assert [(seat.score, seat.total) for seat in seat_totals(step.state)] == [(20, 20), (10, 10)]


def test_a_word_tells_all_the_letters_that_came_where_the_same_ones_lay() -> None:
    turn = turn_of(*across(7, 10, "A"), moves=[((7, 7), (7, 8)), ((7, 8), (7, 7))])
    (word,) = told(act(table({(7, 6, "across"): "FEES"}, ("AB", "A")), turn))["words"]
    assert (word[0], word[-2]) == ("FEESA", "EE")
