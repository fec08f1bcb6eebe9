"""The whole truth of a match of a plain word game as one immutable value. It holds secrets: only a view may show any.

A game that knows more has a subclass.
"""

from dataclasses import dataclass
from typing import TypeVar

from game.crossword.board import Board
from game.crossword.hand_state import HandSeat, HandState


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainSeat(HandSeat):
    """One player, and in how many turns words were scored."""

    scored_turns: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainState(HandState):
    """A match at one moment. `tries` are the failed attempts in the turn, which cost nothing; `opened` once a word
    lies."""

    board: Board
    players: tuple[PlainSeat, ...]
    tries: int = 0
    opened: bool = False


FIELDS = ("tries", "opened")
FIELDS_OF_A_PLAYER = ("hand", "score", "passes", "timeouts", "away_since", "scored_turns", "out")
"""What is stored of a match and of each player, in the order in which it is stored."""

S = TypeVar("S", bound=PlainState)
