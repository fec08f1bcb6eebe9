"""The board: cells in row-major order, immutable. A cell is addressed by its index, row × size + column."""

from dataclasses import dataclass
from typing import NamedTuple

from game.crossword.board import Grid
from game.crossword.layouts import PLAIN
from game.kernel.base_types import Seat

ACROSS = "across"
DOWN = "down"
DIRECTIONS = (ACROSS, DOWN)


class Cell(NamedTuple):
    """One square and what lies on it.

    `bonus` is a layout character. A tile has `letter` (else ""), `blank`, face `value` and `by` (who laid it); `arrow`
    is the way the word goes on from here where an arrow lies under the letter (else ""). A `black` cell holds a black
    tile, which stays and separates for good; what it covers counts for nothing.
    """

    bonus: str = PLAIN
    letter: str = ""
    blank: bool = False
    value: int = 0
    by: Seat | None = None
    arrow: str = ""
    black: bool = False

    @property
    def taken(self) -> bool:
        """Whether a letter or a black tile lies here."""
        return bool(self.letter) or self.black


@dataclass(frozen=True, slots=True)
class Board(Grid[Cell]):
    """The board of this game."""

    plain_cell = Cell()

    @property
    def corners(self) -> tuple[int, ...]:
        """The cells with an arrow under their letter."""
        return tuple(index for index, cell in enumerate(self.cells) if cell.arrow)

    def letter_at(self, row: int, col: int) -> bool:
        """Whether a letter lies on that square; off the board none does."""
        index = self.index(row, col)
        return index is not None and bool(self.cells[index].letter)
