"""Who is there. Leaving and coming back are steps of the match, so that the window for coming back is a deadline like
any other, and a replay knows of it; and time during which the site itself was away is nobody's.
"""

from collections.abc import Mapping
from dataclasses import replace

from game.kernel import events
from game.kernel.actions import Action, Credit, Leave, Return
from game.kernel.base_types import Seat
from game.kernel.match import Change, Env, State
from game.kernel.variant import Handler


def leave(state: State, seat: Seat, action: Leave, env: Env) -> Change[State]:
    """The seat is away since its last sign of life. Its turn clock runs on."""
    state = state.put_player(seat, replace(state.players[seat], away_since=action.since))
    return state, [events.seat_left(seat, action.since)]


def come_back(state: State, seat: Seat, action: Return, env: Env) -> Change[State]:
    """The seat is there again; board and clock are as they are."""
    state = state.put_player(seat, replace(state.players[seat], away_since=None))
    return state, [events.seat_returned(seat)]


def credit(state: State, seat: Seat, action: Credit, env: Env) -> Change[State]:
    """Put off every running clock, that of an absence too."""
    for place, player in enumerate(state.players):
        if player.away_since is not None:
            state = state.put_player(place, replace(player, away_since=player.away_since + action.length))
    if state.deadline is not None:
        state = replace(state, deadline=state.deadline + action.length)
    return state, [events.clock_credited(action.length)]


HANDLERS: Mapping[type[Action], Handler] = {
    Leave: Handler(leave, None),
    Return: Handler(come_back, None),
    Credit: Handler(credit, None),
}
"""The site's own steps, which are the same in every game."""
