"""Turns of a plain word game: words laid, tiles swapped, passes counted. How a match ends, the game says itself."""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.actions import Place, Swap
from game.crossword.events import tiles_drawn, tiles_swapped
from game.crossword.exchange import exchange
from game.crossword.plain.events import attempt_failed, words_scored
from game.crossword.plain.placement import Scorer, examine, score
from game.crossword.plain.state import S
from game.crossword.tiles import HAND_SIZE, without
from game.kernel import events
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import draw
from game.kernel.deadlines import begin_turn_clock
from game.kernel.events import Event, Kind
from game.kernel.match import Change, Env


def begin_turn(state: S, seat: Seat, now: Millis) -> S:
    """Give the move to `seat` with the full time of a turn from `now`."""
    return begin_turn_clock(replace(state, tries=0), seat, now)


def end_turn(state: S, now: Millis, so_far: Sequence[Event]) -> Change[S]:
    """The turn of the next seat that is still in the match begins at `now`; `so_far` are the events that led here."""
    state = begin_turn(replace(state, turn=state.turn + 1), state.next_seat, now)
    return state, [*so_far, events.turn_began(state.active, state.turn, state.deadline)]


def lay(state: S, seat: Seat, action: Place, env: Env, score_of: Scorer = score) -> Change[S]:
    """Lay tiles, score them by `score_of` and fill the hand up; the turn is not over by that. Raises Refused. Words
    that are not in the list cost nothing: then nothing lies, and the only event is `attempt_failed`."""
    placement = examine(state, seat, action.tiles)
    scored = score_of(state, placement, len(action.tiles))
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
    laid = words_scored(seat, scored.words, scored.total, scored.bingo, list(placement.fresh))
    return state.put_player(seat, player), [laid, tiles_drawn(seat, new)]


def has_failed(facts: Sequence[Event]) -> bool:
    """Whether these events of a `lay` are those of an attempt that failed."""
    return facts[0].kind == Kind.ATTEMPT_FAILED


def swap(state: S, seat: Seat, action: Swap, env: Env) -> Change[S]:
    """Change tiles of the hand for as many of the bag, which goes first; that ends the turn. Raises Refused."""
    state, new = exchange(state, seat, action.tiles, env.chance)
    state = state.put_player(seat, replace(state.players[seat], passes=0, timeouts=0))
    return end_turn(state, env.now, [tiles_swapped(seat, action.tiles, new)])


def count_pass(state: S, seat: Seat, *, timed_out: bool = False) -> S:
    """One more pass of the seat in a row. A timeout is a pass that counts as a timeout, too; any other ends the row of
    those."""
    player = state.players[seat]
    timeouts = player.timeouts + 1 if timed_out else 0
    return state.put_player(seat, replace(player, passes=player.passes + 1, timeouts=timeouts))
