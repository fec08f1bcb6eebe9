"""The whole truth of a match as one immutable value. What is secret, the seed and so all later lists, is not in it."""

from dataclasses import dataclass

from game.kernel import match
from game.kernel.base_types import Seat
from game.kernel.match import CoreState, SeatState
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.board import Board
from game.variants.keebble.rules.dealing import Opening, Values
from game.variants.keebble.rules.option import Option


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState(SeatState):
    """One player: the score and the letters saved, marks of overwriting among them."""

    score: int = 0
    backpack: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(CoreState):
    """A match at one moment.

    `options` is the list of the `round`, which keeps its numbers, `open` those still to take; `last` marks the last
    round, `next_first` the seat that opens the next one as things stand. `powers` are active, the oldest first.
    `written` counts the letters written into empty cells, `draws` is the number of the next chance. `opening` is what
    the match began with.
    """

    values: Values
    opening: Opening
    board: Board
    draws: int
    players: tuple[PlayerState, ...]
    options: tuple[Option, ...]
    open: tuple[int, ...]
    round: int = 1
    last: bool = False
    next_first: Seat = 0
    powers: tuple[Option, ...] = ()
    written: int = 0

    @property
    def word_change(self) -> int:
        """What the active changes add to each word."""
        return sum(power.n for power in self.powers if power.kind == kinds.WORD_CHANGE)

    def letter_change(self, letter: str) -> int:
        """What the active changes add to a letter."""
        return sum(power.n for power in self.powers if power.letter == letter)

    def has_power(self, kind: str) -> bool:
        """Whether a power of that kind is active."""
        return any(power.kind == kind for power in self.powers)


Change = match.Change[MatchState]
"""The match with the events that led to it."""
