"""Turns begin and end here: laying, moving and taking in one, a swap, a pass, a timeout (rule 3)."""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.actions import Swap
from game.crossword.events import attempt_failed, tiles_drawn
from game.crossword.tiles import HAND_SIZE
from game.crossword.turns import BAG_EMPTY, change_tiles, forfeits, refill
from game.kernel import events as kernel_events
from game.kernel.actions import Pass, Timeout
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import timeout_moment
from game.kernel.endings import FORFEITED, lose_by_leaving
from game.kernel.events import Event
from game.kernel.match import Env
from game.kernel.turns import next_turn
from game.variants.flex.rules import ending
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.ledger import words_scored
from game.variants.flex.rules.placement import examine
from game.variants.flex.rules.scoring import score, text_of
from game.variants.flex.rules.state import Change, MatchState


def end_turn(state: MatchState, now: Millis, so_far: Sequence[Event]) -> Change:
    """The next seat's turn begins at `now`."""
    return next_turn(state, state.next_seat, now, so_far)


def place(state: MatchState, seat: Seat, action: Arrange, env: Env) -> Change:
    """Play a turn. Raises Refused for the checks 1–6. Words anywhere on the board that are not in the list (check 7)
    cost nothing either and may be tried again: the only event is then `attempt_failed`, which names them."""
    placement = examine(state, seat, action)
    texts = [text_of(placement.board, run) for run in placement.runs]
    rejected = [text for text in texts if text not in env.lexicon]
    if rejected:
        return state, [attempt_failed(seat, rejected)]
    scored = score(state, placement, action)
    player = state.players[seat]
    player = replace(
        player,
        hand=placement.left,
        score=player.score + scored.total,
        timeouts=0,
        flexed=player.flexed + action.flexes,
    )
    state = replace(state.put_player(seat, player), board=placement.board, idle=0)
    state, new = refill(state, seat, HAND_SIZE, env.chance)
    laid = [placed.row * state.board.size + placed.col for placed in action.tiles]
    facts = [words_scored(seat, scored, laid), tiles_drawn(seat, new)]
    if not state.players[seat].hand:
        return ending.finish_by_totals(state, BAG_EMPTY, facts)
    return end_turn(state, env.now, facts)


def swap(state: MatchState, seat: Seat, action: Swap, env: Env) -> Change:
    """Change tiles of the hand for as many of the bag, which goes first."""
    state, facts = change_tiles(state, seat, action, env)
    return _idle(state, env.now, facts)


def pass_turn(state: MatchState, seat: Seat, action: Pass, env: Env) -> Change:
    """End the turn without a word."""
    state = state.put_player(seat, replace(state.players[seat], timeouts=0))
    return _idle(state, env.now, [kernel_events.passed(seat)])


def time_out(state: MatchState, seat: Seat, action: Timeout, env: Env) -> Change:
    """The clock ran out: a pass that also counts as a timeout, of which too many in a row forfeit the match before it
    is stalled. However it was noticed, the next turn begins at the timeout's own moment."""
    now = timeout_moment(state, env.now)
    player = replace(state.players[seat], timeouts=state.players[seat].timeouts + 1)
    state = state.put_player(seat, player)
    facts = [kernel_events.timed_out(seat)]
    if forfeits(state, seat):
        return lose_by_leaving(replace(state, idle=state.idle + 1), seat, FORFEITED, so_far=facts)
    return _idle(state, now, facts)


def _idle(state: MatchState, now: Millis, facts: Sequence[Event]) -> Change:
    """A turn without a word is over; the last of so many in a row ends the match."""
    state = replace(state, idle=state.idle + 1)
    if state.idle >= ending.IDLE_TURNS_TO_END:
        return ending.finish_by_totals(state, ending.STALLED, facts)
    return end_turn(state, now, facts)
