"""Turns of Classic: what the seat on turn may do, and whose turn is next."""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.actions import Place, Swap
from game.crossword.events import tiles_drawn, tiles_swapped
from game.crossword.exchange import exchange
from game.crossword.tiles import HAND_SIZE, without
from game.kernel import events
from game.kernel.actions import Pass, Timeout
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import draw
from game.kernel.deadlines import turn_ms, turn_over_moment
from game.kernel.endings import FORFEITED
from game.kernel.events import Event
from game.kernel.match import Env
from game.variants.classic.rules import ending
from game.variants.classic.rules.events import attempt_failed, passed, words_scored
from game.variants.classic.rules.placement import examine, score
from game.variants.classic.rules.state import Change, MatchState


def begin_turn(state: MatchState, seat: Seat, now: Millis) -> MatchState:
    """Give the move to `seat` with the full time of a turn from `now`."""
    length = turn_ms(state.rules)
    return replace(state, active=seat, deadline=None if length is None else now + length, tries=0)


def end_turn(state: MatchState, now: Millis, so_far: Sequence[Event]) -> Change:
    """The next seat's turn begins at `now`."""
    state = begin_turn(replace(state, turn=state.turn + 1), state.next_seat, now)
    return state, [*so_far, events.turn_began(state.active, state.turn, state.deadline)]


def place(state: MatchState, seat: Seat, action: Place, env: Env) -> Change:
    """Lay tiles. Words that are not in the list cost nothing: the first event is then `attempt_failed`."""
    placement = examine(state, seat, action.tiles)
    scored = score(state, placement, len(action.tiles))
    rejected = [word.text for word in scored.words if word.text not in env.lexicon]
    if rejected:
        return replace(state, tries=state.tries + 1), [attempt_failed(seat, rejected)]
    player = state.players[seat]
    kept = without(player.hand, [placed.tile for placed in action.tiles])
    assert kept is not None  # they were looked for in check 1
    new, bag, draws = draw(state.bag, HAND_SIZE - len(kept), state.draws, env.chance)
    player = replace(
        player,
        hand=kept + new,
        score=player.score + scored.total,
        passes=0,
        timeouts=0,
        scored_turns=player.scored_turns + 1,
    )
    state = replace(state, board=state.board.put(placement.fresh), bag=bag, draws=draws, opened=True)
    state = state.put_player(seat, player)
    facts = [
        words_scored(seat, scored.words, scored.total, scored.bingo, list(placement.fresh)),
        tiles_drawn(seat, new),
    ]
    if not player.hand:
        return ending.finish_by_totals(state, ending.BAG_EMPTY, facts)
    return end_turn(state, env.now, facts)


def swap(state: MatchState, seat: Seat, action: Swap, env: Env) -> Change:
    """Change tiles of the hand for as many of the bag, which goes first."""
    state, new = exchange(state, seat, action.tiles, env.chance)
    state = state.put_player(seat, replace(state.players[seat], passes=0, timeouts=0))
    return end_turn(state, env.now, [tiles_swapped(seat, action.tiles, new)])


def pass_turn(state: MatchState, seat: Seat, action: Pass, env: Env) -> Change:
    """End the turn without a word; the last pass in a row that the rules allow ends the match."""
    player = state.players[seat]
    state = state.put_player(seat, replace(player, passes=player.passes + 1, timeouts=0))
    return _after_a_pass(state, seat, env.now, [passed(seat, ending.has_conceded(state, seat))])


def time_out(state: MatchState, seat: Seat, action: Timeout, env: Env) -> Change:
    """The clock ran out: a pass. However it was noticed, the next turn begins at the timeout's own moment."""
    moment = turn_over_moment(state)
    player = state.players[seat]
    player = replace(player, passes=player.passes + 1, timeouts=player.timeouts + 1)
    state = state.put_player(seat, player)
    facts = [events.timed_out(seat)]
    if player.timeouts >= state.rules.number("timeouts_to_forfeit"):
        return ending.lose(state, seat, FORFEITED, so_far=facts)
    return _after_a_pass(state, seat, env.now if moment is None else moment, facts)


def _after_a_pass(state: MatchState, seat: Seat, now: Millis, facts: Sequence[Event]) -> Change:
    if ending.is_stalled(state, seat):
        return ending.finish_by_totals(state, ending.STALLED, facts)
    if ending.has_conceded(state, seat):
        return ending.lose(state, seat, ending.CONCEDED, so_far=facts)
    return end_turn(state, now, facts)
