"""Latency-invariance: how late and how often anybody looks cannot change what time brings about."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from game.dispatch.new_match import new_match, read_rules
from game.dispatch.steps import settle
from game.dispatch.stored_forms import digest, encode
from game.kernel.chance import FairChance
from game.kernel.deadlines import GRACE, LEASE, SLACK, due_moment
from game.variants.alfapower.rules.state import MatchState, Phase
from tests.support.run_length import tries

START = 1_000_000

moments = st.integers(START, START + 700_000)
"""Long enough for several turns, an abandonment, and their edges."""


@st.composite
def states(draw: st.DrawFn) -> MatchState:
    """A match at some moment: counters, absences, a choice that waits, or an empty bag."""
    seconds = draw(st.sampled_from([5, 30, 60, 600, None]))
    rules = read_rules("alfapower", {"turn_seconds": seconds, "timeouts_to_forfeit": draw(st.integers(1, 4))})
    state: MatchState = new_match(rules, FairChance(bytes(32)), START).state
    for seat in (0, 1):
        player = replace(
            state.players[seat],
            passes=draw(st.integers(0, 2)),
            timeouts=draw(st.integers(0, 3)),
            away_since=draw(st.none() | st.integers(START - 400_000, START)),
        )
        state = state.put_player(seat, player)
    if draw(st.booleans()):
        state = replace(state, phase=Phase.ALFA, choice=("A",))
    if draw(st.booleans()):
        state = replace(state, bag=())
    if state.deadline is not None and draw(st.booleans()):
        near = draw(st.sampled_from([0, 1, GRACE, GRACE + 1, GRACE + SLACK - 1, GRACE + SLACK, LEASE]))
        state = replace(state, deadline=START + near)
    return state


def at(state: MatchState, now: int, *, acting: bool = False) -> MatchState:
    """The state after one look."""
    steps = settle(state, now, acting=acting)
    return steps[-1].step.state if steps else state


@given(states(), st.lists(moments, max_size=4), moments)
@settings(max_examples=tries(90, 1500), deadline=None, derandomize=True)
def test_many_looks_are_one_look(state: MatchState, looks: list[int], last: int) -> None:  # R7.6
    seen = state
    for now in sorted(look for look in looks if look <= last):
        seen = at(seen, now)
    assert digest(encode(at(seen, last))) == digest(encode(at(state, last)))


@given(states(), moments, st.integers(0, SLACK))
@settings(max_examples=tries(90, 1500), deadline=None, derandomize=True)
def test_a_late_action_notices_a_timeout_early_and_changes_nothing_else(
    state: MatchState, now: int, sooner: int
) -> None:
    """What an action finds due is what any other door finds two seconds later, at the latest."""
    noticed = at(state, now, acting=True)
    assert digest(encode(at(noticed, now + SLACK + sooner))) == digest(encode(at(state, now + SLACK + sooner)))


@given(states(), moments)
@settings(max_examples=tries(60, 500), deadline=None, derandomize=True)
def test_nothing_is_due_before_its_moment_and_everything_after(state: MatchState, now: int) -> None:
    due = due_moment(state)
    changed = at(state, now) is not state
    assert not changed or (due is not None and due <= now)
    if due is not None and due + GRACE + SLACK <= now:
        assert changed


@given(states())
@settings(max_examples=tries(40, 300), deadline=None, derandomize=True)
def test_time_alone_ends_every_timed_match(state: MatchState) -> None:
    if state.rules.limit("turn_seconds") is not None:
        assert at(state, START + 10**9).phase is Phase.OVER
