"""Turns begin and end here: refill, pass, time out, resign, abandon, and whose turn is next."""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.tiles import HAND_SIZE, Tile
from game.kernel import events
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import Chance, draw
from game.kernel.deadlines import turn_ms
from game.kernel.endings import FORFEITED
from game.kernel.events import Event
from game.variants.alfapower.rules import economy, ending
from game.variants.alfapower.rules.events import passed
from game.variants.alfapower.rules.state import Change, MatchState, Phase


def refill(state: MatchState, seat: Seat, chance: Chance) -> tuple[MatchState, tuple[Tile, ...]]:
    """Draw up to seven tiles while the bag has any: (the match, the new tiles in order)."""
    player = state.players[seat]
    new, bag, draws = draw(state.bag, HAND_SIZE - len(player.hand), state.draws, chance)
    state = replace(state, bag=bag, draws=draws)
    return state.put_player(seat, replace(player, hand=player.hand + new)), new


def begin_turn(state: MatchState, seat: Seat, now: Millis) -> MatchState:
    """Give the move to `seat` with the full time of a turn from `now`."""
    length = turn_ms(state.rules)
    deadline = None if length is None else now + length
    return replace(state, phase=Phase.PLAY, active=seat, choice=(), deadline=deadline, tries=0)


def end_turn(state: MatchState, now: Millis, so_far: Sequence[Event]) -> Change:
    """The next seat's turn begins at `now`."""
    seat = state.next_seat
    state = begin_turn(replace(state, turn=state.turn + 1), seat, now)
    return state, [*so_far, events.turn_began(seat, state.turn, state.deadline)]


def pass_turn(state: MatchState, seat: Seat, now: Millis) -> Change:
    """A voluntary pass: coins, one more pass in a row, the timeout streak cleared. The last one allowed concedes; with
    an empty bag it and those after it only earn nothing."""
    player = state.players[seat]
    coins = economy.pass_coins(state, seat)
    passed_once_more = replace(player, passes=player.passes + 1, timeouts=0, coins=player.coins + coins)
    state = state.put_player(seat, passed_once_more)
    conceded = ending.has_conceded(state, seat)
    facts = [passed(seat, coins, conceded)]
    if conceded:
        return ending.finish(state, ending.CONCEDED, ending.opponent(state, seat), facts)
    if ending.is_stalled(state):
        return ending.finish_by_totals(state, ending.STALLED, facts)
    return end_turn(state, now, facts)


def time_out(state: MatchState, seat: Seat, now: Millis) -> Change:
    """The clock ran out: a pass without coins. A forfeit comes before a concession, that before a stalled match."""
    player = state.players[seat]
    player = replace(player, passes=player.passes + 1, timeouts=player.timeouts + 1)
    state = state.put_player(seat, player)
    facts = [events.timed_out(seat)]
    if player.timeouts >= state.rules.number("timeouts_to_forfeit"):
        return ending.finish(state, FORFEITED, ending.opponent(state, seat), facts)
    if ending.has_conceded(state, seat):
        return ending.finish(state, ending.CONCEDED, ending.opponent(state, seat), facts)
    if ending.is_stalled(state):
        return ending.finish_by_totals(state, ending.STALLED, facts)
    return end_turn(state, now, facts)
