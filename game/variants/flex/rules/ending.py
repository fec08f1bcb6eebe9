"""End a match of Flex (rule 6) and compute the final totals."""

from collections.abc import Sequence

from game.crossword.leftovers import Total, moved_totals
from game.crossword.turns import BAG_EMPTY
from game.kernel import endings
from game.kernel.events import Event
from game.kernel.variant import SeatTotals
from game.variants.flex.rules.state import Change, MatchState

STALLED = "stalled"
DECLINED = "declined"

PLAYED_OUT = (BAG_EMPTY, STALLED)
"""The endings that the totals decide."""

IDLE_TURNS_TO_END = 3
"""So many swaps, passes and timeouts in a row, of both seats together, end the match."""


def totals(state: MatchState) -> tuple[Total, ...]:
    """The totals as they are now, per seat. Only when the bag is empty and a hand is, leftovers move."""
    return moved_totals(state, [state.hand_value(seat) for seat in range(len(state.players))], BAG_EMPTY)


def seat_totals(state: MatchState) -> tuple[SeatTotals, ...]:
    """What each seat has in the end."""
    return tuple(SeatTotals(total.score, total.total) for total in totals(state))


def finish_by_totals(state: MatchState, reason: str, so_far: Sequence[Event]) -> Change:
    """The higher final total wins; equal totals are a tie. `so_far` are the events that led here."""
    return endings.finish_by_totals(state, reason, totals, so_far)
