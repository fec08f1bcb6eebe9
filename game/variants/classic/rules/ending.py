"""End a match of Classic: what is counted then, and the ranked points that change hands."""

from collections.abc import Sequence
from functools import partial

from game.crossword.leftovers import Total, moved_totals
from game.crossword.plain.state import PlainState
from game.crossword.turns import BAG_EMPTY
from game.kernel import endings, match
from game.kernel.base_types import Seat
from game.kernel.endings import lose_by_leaving
from game.kernel.events import Event
from game.kernel.pace_settings import has_head_start
from game.kernel.variant import SeatTotals

Change = match.Change[PlainState]

CONCEDED = "conceded"
STALLED = "stalled"

PLAYED_OUT = (BAG_EMPTY, STALLED)
"""The endings that the totals decide; after the others who left has lost, whatever the scores."""


def totals(state: PlainState) -> tuple[Total, ...]:
    """The totals as they are now, per seat. Only when the bag is empty and a hand is, leftovers move."""
    return moved_totals(state, [leftover(state, seat) for seat in range(len(state.players))], BAG_EMPTY)


def seat_totals(state: PlainState) -> tuple[SeatTotals, ...]:
    """What each seat has in the end."""
    return tuple(
        SeatTotals(total.score, total.total, scored_turns=player.scored_turns)
        for total, player in zip(totals(state), state.players, strict=True)
    )


def leftover(state: PlainState, seat: Seat) -> int:
    """What the tiles of a hand count: one each, or their value."""
    return len(state.players[seat].hand) if state.rules.text("leftover") == "count" else state.hand_value(seat)


def ranked(state: PlainState) -> list[int]:
    """The ranked points that the match gives and takes, per seat; nothing while it runs.

    Played out, the difference of the totals goes from the loser to the winner. Of one who left with the lower score the
    difference of the scores goes to the other; level or ahead, nothing does.
    """
    nothing = [0 for _ in state.players]
    outcome = state.outcome
    if outcome is None or outcome.winner is None or outcome.places is None or has_head_start(state.rules):
        return nothing
    played_out = outcome.reason in PLAYED_OUT
    sums = [total.total if played_out else total.score for total in totals(state)]
    loser = outcome.places.index(max(outcome.places))
    moved = max(0, sums[outcome.winner] - sums[loser])
    return [moved if seat == outcome.winner else -moved for seat in range(len(sums))]


finish_without_result = partial(endings.finish_without_result, tells_places=True)
lose = partial(lose_by_leaving, tells_places=True)


def finish_by_totals(state: PlainState, reason: str, so_far: Sequence[Event]) -> Change:
    """The higher final total wins; equal totals are a draw."""
    return endings.finish_by_totals(state, reason, totals, so_far, tells_places=True)


def has_stopped(state: PlainState, seat: Seat) -> bool:
    """Whether the passes of the seat in a row have reached what the rules allow."""
    return state.players[seat].passes >= state.rules.number("passes_to_end")


def is_stalled(state: PlainState, seat: Seat) -> bool:
    """Whether the pass that would concede finds the bag empty and the other at most one pass from it: both have
    stopped."""
    most = state.rules.number("passes_to_end")
    others = [player for place, player in enumerate(state.players) if place != seat]
    return not state.bag and has_stopped(state, seat) and all(player.passes >= most - 1 for player in others)


def has_conceded(state: PlainState, seat: Seat) -> bool:
    """Whether the passes of the seat have lost it the match. With an empty bag, while the other still lays, they have
    not, for who holds a tile that fits nowhere must pass; unless a setting says so."""
    may_concede = bool(state.bag) or state.rules.flag("empty_bag_concedes")
    return has_stopped(state, seat) and may_concede and not is_stalled(state, seat)
