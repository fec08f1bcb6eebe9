"""Turns of a plain word game: words laid, tiles swapped, passes counted. How a match ends, the game says itself."""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.actions import Place, Swap
from game.crossword.events import attempt_failed, tiles_drawn
from game.crossword.plain.ledger import words_scored
from game.crossword.plain.placement import Scorer, examine, score
from game.crossword.plain.state import S
from game.crossword.tiles import HAND_SIZE, without
from game.crossword.turns import change_tiles, refill
from game.kernel.base_types import Millis, Seat
from game.kernel.events import Event, Kind
from game.kernel.match import Change, Env
from game.kernel.turns import next_turn


def end_turn(state: S, now: Millis, so_far: Sequence[Event]) -> Change[S]:
    """The turn of the next seat that is still in the match begins at `now`; `so_far` are the events that led here."""
    return next_turn(replace(state, tries=0), state.next_seat, now, so_far)


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
    player = replace(
        player,
        hand=kept,
        score=player.score + scored.total,
        passes=0,
        timeouts=0,
        scored_turns=player.scored_turns + 1,
    )
    state = replace(state.put_player(seat, player), board=state.board.put(placement.fresh), opened=True)
    state, new = refill(state, seat, HAND_SIZE, env.chance)
    laid = words_scored(seat, scored.words, scored.total, scored.bingo, list(placement.fresh))
    return state, [laid, tiles_drawn(seat, new)]


def has_failed(facts: Sequence[Event]) -> bool:
    """Whether these events of a `lay` are those of an attempt that failed."""
    return facts[0].kind == Kind.ATTEMPT_FAILED


def swap(state: S, seat: Seat, action: Swap, env: Env) -> Change[S]:
    """Change tiles of the hand for as many of the bag, which goes first; that ends the turn. Raises Refused."""
    state, facts = change_tiles(state, seat, action, env)
    return end_turn(state, env.now, facts)
