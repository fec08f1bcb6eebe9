"""End a match of Alfapet (rule 4) and compute the final totals: score less the value of the rack."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.crossword.turns import ALL_PASSED, BAG_EMPTY
from game.kernel import endings
from game.kernel.base_types import Seat
from game.kernel.events import Event
from game.kernel.match import Outcome
from game.kernel.variant import SeatTotals
from game.variants.alfapet.rules.state import Change, MatchState
from game.variants.alfapet.rules.tiles import has_letter_tile

PLAYED_OUT = (BAG_EMPTY, ALL_PASSED)
"""The endings that no leaving brings about."""


@dataclass(frozen=True, slots=True)
class Total:
    """One player's final reckoning; `leftover` is the value of the rack, which is taken off."""

    score: int
    leftover: int

    @property
    def total(self) -> int:
        """What is compared in the end."""
        return self.score - self.leftover


def totals(state: MatchState) -> tuple[Total, ...]:
    """The totals as they are now, for every seat, out or not."""
    value = state.tileset.value
    return tuple(Total(player.score, sum(value(tile) for tile in player.hand)) for player in state.players)


def seat_totals(state: MatchState) -> tuple[SeatTotals, ...]:
    """What each seat has in the end."""
    return tuple(SeatTotals(total.score, total.total) for total in totals(state))


def went_out(state: MatchState, seat: Seat) -> bool:
    """Whether the seat that just laid a word has no letter tile left and the bag is empty; a black tile or an arrow
    left over does not keep the match going."""
    return not state.bag and not has_letter_tile(state.players[seat].hand)


def finish(state: MatchState, reason: str, so_far: Sequence[Event]) -> Change:
    """The match is over, and the totals of those still in it say who won; solo has no winner. `so_far` are the events
    that led here."""
    if len(state.players) == 1:
        return endings.finish(state, Outcome(reason, None), so_far)
    return endings.finish_by_totals(state, reason, totals, so_far)
