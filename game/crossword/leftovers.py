"""Final totals where what is left in the hands moves: who has emptied theirs gets what the others still hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.crossword.hand_state import HandState


@dataclass(frozen=True, slots=True)
class Total:
    """One player's final reckoning: `leftover` is what the hand counts, `transfer` what of such moved."""

    score: int
    leftover: int
    transfer: int

    @property
    def total(self) -> int:
        """What is compared in the end."""
        return self.score + self.transfer


def moved_totals(state: HandState, left: Sequence[int], moved_by: str) -> tuple[Total, ...]:
    """The totals as they are now, by what each hand counts (`left`); leftovers move where the match ended by the reason
    `moved_by`."""
    moves = state.outcome is not None and state.outcome.reason == moved_by
    return tuple(
        Total(player.score, own, (-own if player.hand else sum(left)) if moves else 0)
        for player, own in zip(state.players, left, strict=True)
    )
