"""Turns and rounds begin and end here: an option taken, a timeout, and a seat that leaves (K3, K4, K6)."""

from collections.abc import Sequence
from dataclasses import replace

from game.kernel import events as kernel_events
from game.kernel.actions import Timeout
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import Chance
from game.kernel.deadlines import timeout_moment
from game.kernel.endings import FORFEITED
from game.kernel.events import Event
from game.kernel.match import Env
from game.kernel.turns import next_turn
from game.variants.keebble.rules import ending, events
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.apply_option import carry_out
from game.variants.keebble.rules.dealing import Draws, Table, deal_options
from game.variants.keebble.rules.scoring import count
from game.variants.keebble.rules.state import Change, MatchState


def take(state: MatchState, seat: Seat, action: Take, env: Env) -> Change:
    """Take an option, carry it out and score the words that it made; nothing is refused for a word that is none."""
    deed = carry_out(state, seat, action)
    before, after = state.board, deed.after.board
    changed = [index for index, (one, other) in enumerate(zip(before.cells, after.cells, strict=True)) if one != other]
    so_far = [events.option_taken(seat, action.option, deed.option, deed.saved, deed.points, changed)]
    scored = count(state, after, seat, env.lexicon)
    if scored.words or scored.rejected:
        so_far.append(events.words_scored(seat, scored))
    state = _closed(deed.after, action.option)
    for other, gain in enumerate(scored.gains):
        player = state.players[other]
        state = state.put_player(other, replace(player, score=player.score + gain + deed.points * (other == seat)))
    state = state.put_player(seat, replace(state.players[seat], timeouts=0))
    return _end_turn(state, env.now, env.chance, so_far)


def time_out(state: MatchState, seat: Seat, action: Timeout, env: Env) -> Change:
    """The clock ran out: the last option still open is struck out, or with one timeout too many the seat leaves. The
    next turn begins at the timeout's own moment."""
    now = timeout_moment(state, env.now)
    player = state.players[seat]
    player = replace(player, timeouts=player.timeouts + 1)
    state = state.put_player(seat, player)
    if player.timeouts >= state.rules.number("timeouts_to_forfeit"):
        return leave(state, seat, FORFEITED, now, [events.timed_out(seat, None)])
    struck = state.open[-1]
    return _end_turn(_closed(state, struck), now, env.chance, [events.timed_out(seat, struck)])


def leave(state: MatchState, seat: Seat, reason: str, now: Millis, so_far: Sequence[Event] = ()) -> Change:
    """The seat leaves for good, and the list stays as it is. With one seat left, or none, the match is over; else, if
    the seat was on turn, it is the next one's turn."""
    state = state.put_player(seat, replace(state.players[seat], out=len(state.gone) + 1))
    so_far = [*so_far, kernel_events.seat_out(seat, reason)]
    if len(state.inside) <= 1:
        return ending.finish(state, reason, so_far)
    if seat == state.next_first:
        state = replace(state, next_first=replace(state, active=seat).next_seat)
    return next_turn(state, state.next_seat, now, so_far) if seat == state.active else (state, so_far)


def begin_round(state: MatchState, chance: Chance) -> MatchState:
    """The match with the list of its round."""
    draws = Draws(chance, state.draws)
    options = deal_options(table_of(state), draws)
    return replace(state, options=options, open=tuple(range(len(options))), draws=draws.number)


def table_of(state: MatchState) -> Table:
    """What the list of the match's round depends on."""
    saved = sum(bool(state.players[seat].backpack) for seat in state.inside)
    return Table(state.rules, state.values, state.board, state.powers, len(state.inside), saved, state.last)


def _closed(state: MatchState, option: int) -> MatchState:
    return replace(state, open=tuple(index for index in state.open if index != option))


def _end_turn(state: MatchState, now: Millis, chance: Chance, so_far: Sequence[Event]) -> Change:
    """The next turn, of the next round where one option is left; after the last round the end."""
    if len(state.open) > 1:
        return next_turn(state, state.next_seat, now, so_far)
    if state.last:
        return ending.finish(state, ending.ROUNDS_OVER, so_far)
    state = replace(state, last=ending.next_is_last(state), round=state.round + 1)
    state = begin_round(state, chance)
    began = events.round_began(state.round, state.last, state.options)
    return next_turn(state, state.next_first, now, [*so_far, began])
