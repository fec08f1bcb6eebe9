"""Calling off, adjourning and waiting on: when an offer stands, what is refused, what comes of it (people.md §6)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.dispatch.new_match import read_rules
from game.dispatch.record_check import verify
from game.dispatch.steps import apply, settle
from game.kernel.actions import Action, Adjourn, CallOff, Leave, Pass, Resign, Return, Timeout, WaitOn
from game.kernel.chance import FairChance
from game.kernel.deadlines import abandon_moment
from game.kernel.match import Env
from game.kernel.record_form import BadRecord
from game.kernel.refusals import Refused
from game.variants import VARIANTS
from game.variants.alfapower.rules.state import Phase
from game.variants.classic.rules.ending import ranked
from tests.support.run_length import tries
from tests.support.samples import sample

START = 1_000_000
MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
PAIRS = [key for key, variant in VARIANTS.items() if 2 in variant.seats and 1 not in variant.seats]


def begin(variant: str = "classic", seats: int = 2, **changed: Any) -> Any:
    rules = read_rules(variant, changed)
    return VARIANTS[variant].deal(rules, seats, FairChance(bytes(32)), START, None).step.state


def do(state: Any, seat: int, action: Action, at: int = START + 1000) -> Any:
    return apply(state, seat, action, Env(at, frozenset(), FairChance(bytes(32)))).state


def code(state: Any, seat: int, action: Action) -> str:
    with pytest.raises(Refused) as refused:
        do(state, seat, action)
    return refused.value.code.value


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_must_agree_and_then_nobody_has_won(variant: str) -> None:
    seats = VARIANTS[variant].seats[-1]
    state = begin(variant, seats)
    for seat in range(seats):
        assert state.outcome is None
        state = do(state, seat, CallOff())
    assert (state.outcome.reason, state.outcome.winner, state.outcome.places) == ("called_off", None, None)
    assert code(state, 0, CallOff()) == "match_over"
    assert "called_off" in VARIANTS[variant].uncounted


@pytest.mark.parametrize(("seats", "last"), [(2, 4), (3, 6), (5, 10)])
def test_until_each_has_ended_two_turns(seats: int, last: int) -> None:  # R9.10
    state = begin("keebble", seats, max_rounds=40, timeouts_to_forfeit=10)
    for _turn in range(last - 1):
        state = do(state, state.active, Timeout())
    assert state.turn == last and do(state, 0, CallOff()).pace.call_off.said == (0,)
    state = do(state, state.active, Timeout())
    assert code(state, 0, CallOff()) == "too_late"


def test_an_offer_lapses_with_its_turn_and_there_are_two_a_match() -> None:  # R9.12, R9.13, R9.15
    state = begin()
    for _turn in range(2):
        state = do(state, 1, CallOff())
        assert code(state, 1, CallOff()) == "already_offered"
        state = do(state, state.active, Pass())
        assert state.pace.call_off.said == ()
    assert code(state, 1, CallOff()) == "offers_spent"
    state = do(state, 0, CallOff())
    assert do(state, 1, CallOff()).outcome.reason == "called_off"  # who has spent both may still agree


def test_leaving_takes_the_own_word_along_and_completes_nothing() -> None:  # R9.14
    state = begin("keebble", 3)
    state = do(do(state, 1, CallOff()), 0, CallOff())
    left = do(state, 2, Resign())
    assert left.outcome is None and left.pace.call_off.said == ()
    assert code(left, 2, CallOff()) == "not_your_turn"
    assert do(do(left, 0, CallOff()), 1, CallOff()).outcome.reason == "called_off"
    other = do(do(begin("keebble", 3), 1, CallOff()), 1, Resign())
    assert other.pace.call_off.said == () and other.turn == 1


def test_what_the_others_have_said_stands_when_who_offered_leaves() -> None:
    state = begin("keebble", 4)
    state = do(do(do(state, 1, CallOff()), 2, CallOff()), 1, Resign())
    assert state.pace.call_off.said == (2,)
    state = do(do(state, 0, CallOff()), 3, CallOff())
    assert state.outcome.reason == "called_off"


@pytest.mark.parametrize("variant", PAIRS)
def test_an_adjourned_match_is_slow_from_the_agreement_on(variant: str) -> None:  # R9.11
    state = do(begin(variant, turn_seconds=30), 1, Leave(START), START + 9000)
    state = do(do(state, 0, Adjourn()), 1, Adjourn(), START + 20_000)
    assert state.pace.adjourned and state.turn == 1 and state.active == 0
    assert state.deadline == START + 20_000 + 3 * DAY + 72 * HOUR
    assert state.pace.reserves == (72 * HOUR, 72 * HOUR)
    assert all(player.away_since is None for player in state.players) and abandon_moment(state) is None
    assert state.rules.limit("turn_seconds") == 30
    assert code(state, 0, Adjourn()) == "not_live"


@pytest.mark.parametrize("clock", [{"turn_seconds": None}, {"turn_seconds": 86_400}])
def test_only_a_live_match_is_adjourned(clock: dict[str, Any]) -> None:
    assert code(begin(**clock), 0, Adjourn()) == "not_live"


def test_a_choice_stays_open() -> None:
    state = replace(begin("alfapower"), phase=Phase.ALFA, choice=("A",))
    state = do(do(state, 1, Adjourn()), 0, Adjourn(), START + 5000)
    assert (state.phase, state.deadline) == (Phase.ALFA, START + 5000 + 12 * HOUR)


def test_a_match_of_one_needs_no_other() -> None:
    assert do(begin("alfapet", 1), 0, CallOff()).outcome.reason == "called_off"
    assert do(begin("alfapet", 1), 0, Adjourn()).pace.adjourned


def test_both_kinds_are_counted_each_for_itself() -> None:
    state = do(do(begin(), 0, CallOff()), 0, Adjourn())
    assert (state.pace.call_off.said, state.pace.adjourn.said) == ((0,), (0,))
    assert state.players == begin().players  # neither is a pass, nor clears anything


def test_waiting_on_puts_the_window_off_and_holds_the_turn_of_who_is_away() -> None:
    """R9.16."""
    state = begin(turn_seconds=30)
    assert code(state, 1, WaitOn()) == "nobody_away"
    state = do(state, 0, Leave(START), START + 9000)
    assert abandon_moment(state) == START + 5 * MINUTE
    state = do(state, 1, WaitOn(), START + 10_000)
    assert abandon_moment(state) == START + 10 * MINUTE
    assert settle(state, START + 9 * MINUTE, acting=False) == []  # the turn does not run out
    assert code(state, 0, WaitOn()) == "nobody_away"
    back = do(state, 0, Return(), START + 70_000)
    assert back.deadline == START + 30_000 + 60_000 and back.pace.held is None
    assert back.pace.waits == (1,) and back.pace.put_off == (0, 0)
    gone = settle(state, START + 10 * MINUTE, acting=False)[-1].step.state
    assert (gone.outcome.reason, gone.outcome.winner) == ("abandoned", 1)


def test_each_waits_on_three_times_a_match_and_untimed_by_a_day() -> None:
    state = do(begin(turn_seconds=None), 0, Leave(START), START + 9000)
    for waits in (1, 2, 3):
        state = do(state, 1, WaitOn())
        assert abandon_moment(state) == START + (1 + waits) * DAY
    assert code(state, 1, WaitOn()) == "waits_spent"


@pytest.mark.parametrize("variant", PAIRS)
def test_a_head_start_is_where_scores_begin(variant: str) -> None:  # R9.18
    state = begin(variant, head_start=[0, -40])
    assert [player.score for player in state.players] == [0, -40]
    assert VARIANTS[variant].seat_totals(state)[1].score == -40


def test_a_head_start_moves_no_ranked_points() -> None:  # R9.19
    for start, moves in ((None, True), ([0, 0], True), ([0, -9], False)):
        state = begin(head_start=start)
        ended = do(state.put_player(0, replace(state.players[0], score=-50)), 0, Resign())
        assert any(ranked(ended)) is moves


def test_a_record_tells_nothing_of_waiting_on() -> None:  # R9.17
    record = {**sample("classic", "01"), "actions": [{"seat": 0, "do": "wait_on"}]}
    with pytest.raises(BadRecord, match=r"actions\[0\].do"):
        verify(record)


STEPS = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from([CallOff(), Adjourn(), Timeout(), Resign()])), max_size=25
)


@given(STEPS)
@settings(max_examples=tries(150, 1500), deadline=None, derandomize=True)
def test_whatever_is_offered_in_whatever_order(steps: list[tuple[int, Action]]) -> None:
    """Offers stand for one turn only, nobody makes three, and only all together end or adjourn the match."""
    state = begin("keebble", 3, timeouts_to_forfeit=3, max_rounds=40)
    for seat, action in steps:
        actor = state.active if isinstance(action, Timeout) else seat
        try:
            after = do(state, actor, action)
        except Refused:
            continue
        for offers in (after.pace.call_off, after.pace.adjourn):
            assert all(offers.made.count(one) <= 2 for one in range(3))
            assert set(offers.said) < set(after.inside) or offers.said == ()
        if after.turn != state.turn or after.over:
            assert after.pace.call_off.said == after.pace.adjourn.said == ()
        if after.over and after.outcome.reason == "called_off":
            assert isinstance(action, CallOff) and after.turn <= 6
        if after.pace.adjourned and not state.pace.adjourned:
            assert isinstance(action, Adjourn)
        state = after
        if state.over:
            break
