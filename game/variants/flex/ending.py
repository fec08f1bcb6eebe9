"""How a match ends (rule 6), and the final totals."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.crossword.tiles import Tile
from game.kernel import events
from game.kernel.base_types import Seat
from game.kernel.events import Event
from game.kernel.match import OVER, Outcome
from game.kernel.variant import SeatTotals
from game.variants.flex.state import Change, MatchState

BAG_EMPTY = "bag_empty"
STALLED = "stalled"
RESIGNED = "resigned"
FORFEITED = "forfeited"
ABANDONED = "abandoned"
DECLINED = "declined"

PLAYED_OUT = (BAG_EMPTY, STALLED)
"""The endings that the totals decide."""

IDLE_TURNS_TO_END = 3
"""So many swaps, passes and timeouts in a row, of both seats together, end the match."""


@dataclass(frozen=True, slots=True)
class Total:
    """One player's final reckoning: `leftover` is the value of the hand, `transfer` what of such moved."""

    score: int
    leftover: int
    transfer: int

    @property
    def total(self) -> int:
        """What is compared in the end."""
        return self.score + self.transfer


def totals(state: MatchState) -> tuple[Total, ...]:
    """The totals as they are now, per seat. Only when the bag is empty and a hand is, leftovers move."""
    left = [_value(state, player.hand) for player in state.players]
    moves = state.outcome is not None and state.outcome.reason == BAG_EMPTY
    return tuple(
        Total(player.score, own, (-own if player.hand else sum(left)) if moves else 0)
        for player, own in zip(state.players, left, strict=True)
    )


def seat_totals(state: MatchState) -> tuple[SeatTotals, ...]:
    """What each seat has in the end."""
    return tuple(SeatTotals(total.score, total.total) for total in totals(state))


def _value(state: MatchState, hand: Sequence[Tile]) -> int:
    return sum(state.tileset.value(tile) for tile in hand)


def finish_by_totals(state: MatchState, reason: str, so_far: Sequence[Event]) -> Change:
    """The higher final total wins; equal totals are a tie. `so_far` are the events that led here."""
    sums = [total.total for total in totals(replace(state, outcome=Outcome(reason, None)))]
    places = tuple(1 + sum(other > own for other in sums) for own in sums)
    winner = places.index(1) if places.count(1) == 1 else None
    return _finish(state, Outcome(reason, winner, places), so_far)


def finish_left(state: MatchState, seat: Seat, reason: str, so_far: Sequence[Event] = ()) -> Change:
    """The seat has left, and so has lost, whatever the scores."""
    places = tuple(2 if place == seat else 1 for place in range(len(state.players)))
    return _finish(state, Outcome(reason, places.index(1), places), so_far)


def finish_without_result(state: MatchState, reason: str) -> Change:
    """The match is over and nobody has won: it was declined, or everybody has gone."""
    return _finish(state, Outcome(reason, None), ())


def _finish(state: MatchState, outcome: Outcome, so_far: Sequence[Event]) -> Change:
    over = replace(state, phase=OVER, deadline=None, outcome=outcome)
    return over, [*so_far, events.match_ended(outcome.reason, outcome.winner)]
