"""The whole truth of a match as one immutable value. It holds secrets: only `view_of` may show any of it."""

from dataclasses import dataclass

from game.crossword.tiles import Tile, TileSet
from game.kernel import match
from game.kernel.base_types import Seat
from game.kernel.match import CoreState, SeatState
from game.variants.alfapet.board import Board
from game.variants.alfapet.settings import theme_words


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState(SeatState):
    """One player: rack and score, which may be negative."""

    hand: tuple[Tile, ...]
    score: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(CoreState):
    """A match at one moment.

    `bag` is kept sorted, `draws` is the number of the next chance. `start` is the tile that each drew for the start, in
    lobby order, empty where none were drawn. `theme` has who earned each word of the theme, None while nobody has.
    """

    tileset: TileSet
    board: Board
    bag: tuple[Tile, ...]
    draws: int
    players: tuple[PlayerState, ...]
    start: tuple[Tile, ...] = ()
    theme: tuple[Seat | None, ...] = ()

    @property
    def inside(self) -> tuple[Seat, ...]:
        """The seats still in the match."""
        return tuple(seat for seat, player in enumerate(self.players) if player.out is None)

    @property
    def gone(self) -> tuple[Seat, ...]:
        """The seats that have left, the first to leave first."""
        left = sorted((player.out, seat) for seat, player in enumerate(self.players) if player.out is not None)
        return tuple(seat for _, seat in left)

    @property
    def open_theme(self) -> tuple[str, ...]:
        """The words of the theme that nobody has earned yet."""
        words = zip(theme_words(self.rules), self.theme, strict=True)
        return tuple(word for word, seat in words if seat is None)


Change = match.Change[MatchState]
"""The match with the events that led to it."""
