"""The board: cells in row-major order, immutable. A cell is addressed by its index, row × size + column."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

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


@lru_cache(maxsize=64)
def empty_cells(layout: str) -> tuple[Cell, ...]:
    """The cells of an empty board from its rows joined."""
    kinds = {mark: Cell(bonus=mark) for mark in layout}
    return tuple(kinds[mark] for mark in layout)


@dataclass(frozen=True, slots=True)
class Board:
    """A square board: `size`, the `layout` it began with (its rows joined) and its `cells`."""

    size: int
    layout: str
    cells: tuple[Cell, ...]

    @classmethod
    def empty(cls, rows: Sequence[str]) -> "Board":
        """A board without tiles from rows of layout characters."""
        layout = "".join(rows)
        return cls(len(rows), layout, empty_cells(layout))

    @property
    def rows(self) -> list[str]:
        """The layout in rows."""
        return [self.layout[start : start + self.size] for start in range(0, len(self.layout), self.size)]

    @property
    def center(self) -> int:
        """The index of the centre cell."""
        return self.size * self.size // 2

    @property
    def corners(self) -> tuple[int, ...]:
        """The cells with an arrow under their letter."""
        return tuple(index for index, cell in enumerate(self.cells) if cell.arrow)

    def holds(self, row: int, col: int) -> bool:
        """Whether such a square is on the board."""
        return 0 <= row < self.size and 0 <= col < self.size

    def has_letters(self) -> bool:
        """Whether any letter lies on the board."""
        return any(cell.letter for cell in self.cells)

    def letter_at(self, row: int, col: int) -> bool:
        """Whether a letter lies on that square; off the board none does."""
        return self.holds(row, col) and bool(self.cells[row * self.size + col].letter)

    def put(self, changes: Mapping[int, Cell]) -> "Board":
        """The board with some cells replaced."""
        cells = list(self.cells)
        for index, cell in changes.items():
            cells[index] = cell
        return Board(self.size, self.layout, tuple(cells))
