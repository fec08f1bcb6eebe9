"""Turns begin and end here: laying, moving and taking in one, a swap, a pass, a timeout (rule 3)."""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.actions import Swap
from game.crossword.events import tiles_drawn, tiles_swapped
from game.crossword.exchange import exchange
from game.crossword.tiles import HAND_SIZE
from game.kernel import events as kernel_events
from game.kernel.actions import Pass, Timeout
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import draw
from game.kernel.deadlines import turn_ms, turn_over_moment
from game.kernel.endings import FORFEITED, lose_by_leaving
from game.kernel.events import Event
from game.kernel.match import Env
from game.variants.flex.rules import ending, events
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.placement import examine
from game.variants.flex.rules.scoring import score, text_of
from game.variants.flex.rules.state import Change, MatchState


def begin_turn(state: MatchState, seat: Seat, now: Millis) -> MatchState:
    """Give the move to `seat` with the full time of a turn from `now`."""
    length = turn_ms(state.rules)
    return replace(state, active=seat, deadline=None if length is None else now + length)


def end_turn(state: MatchState, now: Millis, so_far: Sequence[Event]) -> Change:
    """The next seat's turn begins at `now`."""
    state = begin_turn(replace(state, turn=state.turn + 1), state.next_seat, now)
    return state, [*so_far, kernel_events.turn_began(state.active, state.turn, state.deadline)]


def place(state: MatchState, seat: Seat, action: Arrange, env: Env) -> Change:
    """Play a turn. Raises Refused for the checks 1–6. Words anywhere on the board that are not in the list (check 7)
    cost nothing either and may be tried again: the only event is then `attempt_failed`, which names them."""
    placement = examine(state, seat, action)
    texts = [text_of(placement.board, run) for run in placement.runs]
    rejected = [text for text in texts if text not in env.lexicon]
    if rejected:
        return state, [events.attempt_failed(seat, rejected)]
    scored = score(state, placement, action)
    new, bag, draws = draw(state.bag, HAND_SIZE - len(placement.left), state.draws, env.chance)
    player = state.players[seat]
    player = replace(
        player,
        hand=placement.left + new,
        score=player.score + scored.total,
        timeouts=0,
        flexed=player.flexed + action.flexes,
    )
    state = replace(state.put_player(seat, player), board=placement.board, bag=bag, draws=draws, idle=0)
    laid = [placed.row * state.board.size + placed.col for placed in action.tiles]
    facts = [events.words_scored(seat, scored, laid), tiles_drawn(seat, new)]
    if not player.hand:
        return ending.finish_by_totals(state, ending.BAG_EMPTY, facts)
    return end_turn(state, env.now, facts)


def swap(state: MatchState, seat: Seat, action: Swap, env: Env) -> Change:
    """Change tiles of the hand for as many of the bag, which goes first."""
    state, new = exchange(state, seat, action.tiles, env.chance)
    state = state.put_player(seat, replace(state.players[seat], timeouts=0))
    return _idle(state, env.now, [tiles_swapped(seat, action.tiles, new)])


def pass_turn(state: MatchState, seat: Seat, action: Pass, env: Env) -> Change:
    """End the turn without a word."""
    state = state.put_player(seat, replace(state.players[seat], timeouts=0))
    return _idle(state, env.now, [events.passed(seat)])


def time_out(state: MatchState, seat: Seat, action: Timeout, env: Env) -> Change:
    """The clock ran out: a pass that also counts as a timeout, of which too many in a row forfeit the match before it
    is stalled. However it was noticed, the next turn begins at the timeout's own moment."""
    moment = turn_over_moment(state)
    player = replace(state.players[seat], timeouts=state.players[seat].timeouts + 1)
    state = state.put_player(seat, player)
    facts = [kernel_events.timed_out(seat)]
    if player.timeouts >= state.rules.number("timeouts_to_forfeit"):
        return lose_by_leaving(replace(state, idle=state.idle + 1), seat, FORFEITED, so_far=facts)
    return _idle(state, env.now if moment is None else moment, facts)


def _idle(state: MatchState, now: Millis, facts: Sequence[Event]) -> Change:
    """A turn without a word is over; the last of so many in a row ends the match."""
    state = replace(state, idle=state.idle + 1)
    if state.idle >= ending.IDLE_TURNS_TO_END:
        return ending.finish_by_totals(state, ending.STALLED, facts)
    return end_turn(state, now, facts)
