"""The whole truth of a match as one immutable value. It holds secrets: only `view_of` may show any of it."""

from dataclasses import dataclass

from game.crossword.hand_state import HandSeat, HandState
from game.crossword.tiles import Tile
from game.kernel import match
from game.kernel.base_types import Seat
from game.variants.alfapet.rules.board import Board
from game.variants.alfapet.rules.settings import theme_words

PlayerState = HandSeat


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(HandState):
    """A match at one moment. `start` is the tile that each drew for the start, in lobby order, empty where none were
    drawn. `theme` has who earned each word of the theme, None before that.
    """

    board: Board
    players: tuple[PlayerState, ...]
    start: tuple[Tile, ...] = ()
    theme: tuple[Seat | None, ...] = ()

    @property
    def open_theme(self) -> tuple[str, ...]:
        """The words of the theme that no player has earned yet."""
        words = zip(theme_words(self.rules), self.theme, strict=True)
        return tuple(word for word, seat in words if seat is None)


Change = match.Change[MatchState]
"""The match with the events that led to it."""
