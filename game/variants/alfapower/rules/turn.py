"""Turns end here: pass, time out, and whose turn is next."""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.turns import count_pass, forfeits
from game.kernel import events
from game.kernel.actions import Pass
from game.kernel.base_types import Millis, Seat
from game.kernel.endings import FORFEITED
from game.kernel.events import Event
from game.kernel.match import Env
from game.kernel.turns import next_turn
from game.variants.alfapower.rules import economy, ending
from game.variants.alfapower.rules.events import passed
from game.variants.alfapower.rules.state import Change, MatchState, Phase


def end_turn(state: MatchState, now: Millis, so_far: Sequence[Event]) -> Change:
    """The next seat's turn begins at `now`."""
    return next_turn(replace(state, phase=Phase.PLAY, choice=(), tries=0), state.next_seat, now, so_far)


def pass_turn(state: MatchState, seat: Seat, action: Pass, env: Env) -> Change:
    """A voluntary pass: coins, one more pass in a row, the timeout streak cleared. The last one allowed concedes; with
    an empty bag it and those after it only earn nothing."""
    coins = economy.pass_coins(state, seat)
    state = count_pass(state, seat)
    player = state.players[seat]
    state = state.put_player(seat, replace(player, coins=player.coins + coins))
    return _after_a_pass(state, seat, env.now, [passed(seat, coins, ending.has_conceded(state, seat))])


def time_out(state: MatchState, seat: Seat, now: Millis) -> Change:
    """The clock ran out: a pass without coins. A forfeit comes before a concession, that before a stalled match."""
    state = count_pass(state, seat, timed_out=True)
    facts = [events.timed_out(seat)]
    if forfeits(state, seat):
        return ending.finish(state, FORFEITED, ending.opponent(state, seat), facts)
    return _after_a_pass(state, seat, now, facts)


def _after_a_pass(state: MatchState, seat: Seat, now: Millis, facts: Sequence[Event]) -> Change:
    if ending.has_conceded(state, seat):
        return ending.finish(state, ending.CONCEDED, ending.opponent(state, seat), facts)
    if ending.is_stalled(state):
        return ending.finish_by_totals(state, ending.STALLED, facts)
    return end_turn(state, now, facts)
