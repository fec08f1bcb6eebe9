"""Who is there. Leaving and coming back are steps of the match, so that the window for coming back is a deadline like
any other, and a replay knows of it; and time during which the site itself was away is nobody's.
"""

from dataclasses import replace

from game.rules import events
from game.rules.actions import Credit, Leave, Return
from game.rules.basics import Seat
from game.rules.state import Change, Env, MatchState


def leave(state: MatchState, seat: Seat, action: Leave, env: Env) -> Change:
    """The seat is away since its last sign of life. Its turn clock runs on."""
    state = state.put_player(seat, replace(state.players[seat], away_since=action.since))
    return state, [events.seat_left(seat, action.since)]


def come_back(state: MatchState, seat: Seat, action: Return, env: Env) -> Change:
    """The seat is there again; board and clock are as they are."""
    state = state.put_player(seat, replace(state.players[seat], away_since=None))
    return state, [events.seat_returned(seat)]


def credit(state: MatchState, seat: Seat, action: Credit, env: Env) -> Change:
    """Put off every running clock, that of an absence too."""
    for place, player in enumerate(state.players):
        if player.away_since is not None:
            state = state.put_player(place, replace(player, away_since=player.away_since + action.length))
    if state.deadline is not None:
        state = replace(state, deadline=state.deadline + action.length)
    return state, [events.clock_credited(action.length)]
