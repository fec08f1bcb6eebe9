"""The whole truth of a match as one immutable value. It holds secrets: only `view_of` may show any of it."""

from dataclasses import dataclass

from game.crossword.board import Board
from game.crossword.hand_state import HandSeat, HandState
from game.kernel import match
from game.kernel.base_types import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState(HandSeat):
    """One player, and how many flex turns are used up."""

    flexed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(HandState):
    """A match at one moment. `creator` is the seat of the one who made the match, or None; `idle` counts swaps, passes
    and timeouts in a row, of both seats together.
    """

    board: Board
    players: tuple[PlayerState, ...]
    creator: Seat | None = None
    idle: int = 0

    def flex_left(self, seat: Seat) -> int | None:
        """How many flex turns the seat has left; None without a limit."""
        most = self.rules.limit("flex_turns")
        return None if most is None else most - self.players[seat].flexed

    def may_decline(self, seat: Seat) -> bool:
        """Whether the seat may still turn the match down: not its creator's, nor one whose first turn is over. Turn 1
        is seat 0's, turn 2 seat 1's."""
        return self.creator is not None and seat != self.creator and self.turn <= seat + 1


Change = match.Change[MatchState]
"""The match with the events that led to it."""
