"""The whole truth of a match of Classic as one immutable value. It holds secrets: only `view_of` may show any of it."""

from dataclasses import dataclass

from game.crossword.board import Board
from game.crossword.hand_state import HandSeat, HandState
from game.kernel import match


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState(HandSeat):
    """One player, and in how many turns words were scored."""

    scored_turns: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(HandState):
    """A match at one moment. `tries` are the failed attempts in the turn, which cost nothing; `opened` once a word
    lies."""

    board: Board
    players: tuple[PlayerState, ...]
    tries: int = 0
    opened: bool = False


Change = match.Change[MatchState]
