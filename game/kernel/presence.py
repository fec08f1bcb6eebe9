"""Presence of players. Leaving and coming back are steps of the match, so that the window for coming back is a deadline
like any other, and a replay has it; time during which the site itself was away is charged to no player.
"""

from collections.abc import Mapping
from dataclasses import replace

from game.kernel import events
from game.kernel.actions import Action, Credit, Leave, Return, WaitOn
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import abandon_moment, absence_window, is_slow, window_end
from game.kernel.match import Change, CoreState, Env, State
from game.kernel.refusals import Code, Refused
from game.kernel.variant import Handler

MOST_WAITS = 3
"""So often a player may wait on in a match."""


def leave(state: State, seat: Seat, action: Leave, env: Env) -> Change[State]:
    """The seat is away since its last sign of life. Its turn clock runs on."""
    state = state.put_player(seat, replace(state.players[seat], away_since=action.since))
    return state, [events.seat_left(seat, action.since)]


def come_back(state: State, seat: Seat, action: Return, env: Env) -> Change[State]:
    """The seat is there again; board and clock are as they are."""
    state = state.put_player(seat, replace(state.players[seat], away_since=None))
    return _no_longer_waited_for(state, seat, env.now), [events.seat_returned(seat)]


def waits_left(state: CoreState, seat: Seat) -> int:
    """How often a seat may still wait on in the match."""
    return MOST_WAITS - state.pace.waits.count(seat)


def wait_on(state: State, seat: Seat, action: WaitOn, env: Env) -> Change[State]:
    """The window that would run out first ends later, and the absent player's turn does not run out until then. Raises
    Refused where no other player is away, or the seat has waited too often."""
    end = None if is_slow(state) else abandon_moment(state)
    if end is None or state.players[seat].away_since is not None:
        raise Refused(Code.NOBODY_AWAY)
    if waits_left(state, seat) == 0:
        raise Refused(Code.WAITS_SPENT)
    away = next(other for other in state.inside if window_end(state, other) == end)
    length = absence_window(state.rules)
    seats = range(len(state.players))
    put_off = tuple(state.pace.put_off_of(other) + length * (other == away) for other in seats)
    held = state.pace.held
    if held is None and away == state.active and state.deadline is not None:
        held = env.now
    pace = replace(state.pace, waits=(*state.pace.waits, seat), put_off=put_off, held=held)
    return replace(state, pace=pace), [events.waited_on(seat, away, length)]


def _no_longer_waited_for(state: State, seat: Seat, now: Millis) -> State:
    """A player who is back has what was left of the turn when the others began to wait."""
    pace = state.pace
    if not pace.put_off_of(seat):
        return state
    put_off = tuple(0 if other == seat else length for other, length in enumerate(pace.put_off))
    state = replace(state, pace=replace(pace, put_off=put_off))
    if seat != state.active or pace.held is None or state.deadline is None:
        return state
    deadline = state.deadline + max(0, now - pace.held)
    return replace(state, deadline=deadline, pace=replace(state.pace, held=None))


def credit(state: State, seat: Seat, action: Credit, env: Env) -> Change[State]:
    """Put off every running clock, that of an absence too."""
    for place, player in enumerate(state.players):
        if player.away_since is not None:
            state = state.put_player(place, replace(player, away_since=player.away_since + action.length))
    if state.deadline is not None:
        state = replace(state, deadline=state.deadline + action.length)
    pace = state.pace
    begun = None if pace.begun is None else pace.begun + action.length
    held = None if pace.held is None else pace.held + action.length
    state = replace(state, pace=replace(pace, begun=begun, held=held))
    return state, [events.clock_credited(action.length)]


HANDLERS: Mapping[type[Action], Handler] = {
    Leave: Handler(leave, None),
    Return: Handler(come_back, None),
    Credit: Handler(credit, None),
    WaitOn: Handler(wait_on, None),
}
"""The site's own steps, and waiting on, which are the same in every game."""
