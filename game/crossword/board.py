"""The board: cells in row-major order, immutable, and which runs of tiles pass through a cell.

`runs_through` is the only definition of what a word is made of and `neighbours` of what touches; a variant with walls
or bends brings its own. A cell is addressed by its index, row × size + column.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from game.crossword.layouts import PLAIN
from game.kernel.base_types import Seat

Run = tuple[int, ...]
CLOSED = "#"
"""A cell on which no tile can come to lie any more, in the text of a board."""


class Cell(NamedTuple):
    """One square and all that lies on it.

    `bonus` is a layout character and `made` marks a bonus placed by a player. A tile has `letter` (else ""), `blank`,
    face `value`, `fortified` (what Fortify added) and `by` (who laid it); `alfa` marks an Alfa cell. `claim` is the
    owner of a claim; a `dead` cell holds nothing and keeps its bonus mark to no effect.
    """

    bonus: str = PLAIN
    made: bool = False
    letter: str = ""
    blank: bool = False
    value: int = 0
    fortified: int = 0
    alfa: bool = False
    by: Seat | None = None
    claim: Seat | None = None
    dead: bool = False

    @property
    def free_and_plain(self) -> bool:
        """Empty, without bonus or claim, and living: where a claim or a bonus may be put."""
        return self.bonus == PLAIN and not self.letter and self.claim is None and not self.dead


@lru_cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """For each cell the cells orthogonally next to it."""
    near = []
    for index in range(size * size):
        row, col = divmod(index, size)
        near.append(
            tuple(
                r * size + c
                for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
                if 0 <= r < size and 0 <= c < size
            )
        )
    return tuple(near)


C = TypeVar("C", bound=Any)
"""A cell: a named tuple with a `bonus`, a mark of the layout, and a `letter`."""


@lru_cache(maxsize=64, typed=True)
def empty_cells(layout: str, plain: C) -> tuple[C, ...]:
    """The cells of an empty board from its rows joined; `plain` is one without a bonus."""
    kinds = {mark: plain._replace(bonus=mark) for mark in layout}
    return tuple(kinds[mark] for mark in layout)


@dataclass(frozen=True, slots=True)
class Grid(Generic[C]):
    """A square board of a game's own cells, of which `plain_cell` is an empty one: `size`, the `layout` it began with
    (its rows joined) and its `cells`."""

    plain_cell: ClassVar[Any]

    size: int
    layout: str
    cells: tuple[C, ...]

    @classmethod
    def empty(cls, rows: Sequence[str]) -> Self:
        """A board without tiles from rows of layout characters."""
        layout = "".join(rows)
        return cls(len(rows), layout, empty_cells(layout, cls.plain_cell))

    @property
    def center(self) -> int:
        """The index of the centre cell."""
        return self.size * self.size // 2

    def index(self, row: int, col: int) -> int | None:
        """The index of a square, or None when it is off the board."""
        return row * self.size + col if 0 <= row < self.size and 0 <= col < self.size else None

    def put(self, changes: Mapping[int, C]) -> Self:
        """The board with some cells replaced."""
        cells = list(self.cells)
        for index, cell in changes.items():
            cells[index] = cell
        return self.__class__(self.size, self.layout, tuple(cells))

    def has_tiles(self) -> bool:
        """Whether a letter lies anywhere on the board."""
        return any(cell.letter for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Board(Grid[Cell]):
    """The board of most games."""

    plain_cell = Cell()

    def alfa_cells(self) -> int:
        """How many Alfa cells there are."""
        return sum(cell.alfa for cell in self.cells)

    def runs_through(self, fresh: Collection[int]) -> tuple[list[Run], list[Run]]:
        """The distinct runs of two or more tiles through the `fresh` cells, which count as holding tiles.

        First those across, then those down, each by row and column of its first letter. Cells are given in order.
        """
        across = self._runs(sorted(fresh), fresh, 1)
        return across, self._runs(sorted(fresh), fresh, self.size)

    def _runs(self, indices: Iterable[int], fresh: Collection[int], step: int) -> list[Run]:
        size, cells = self.size, self.cells
        seen: set[int] = set()
        runs = []
        for index in indices:
            if index in seen:
                continue
            low = index - index % size if step == 1 else index % size
            high = low + size if step == 1 else size * size
            start = index
            while start - step >= low and cells[start - step].letter:  # a fresh one before it would have been seen
                start -= step
            end = index + step
            while end < high and (cells[end].letter or end in fresh):
                end += step
            if end - start > step:
                run = tuple(range(start, end, step))
                seen.update(run)
                runs.append(run)
        return sorted(runs)


def letter_rows(board: Grid[Any], closed: Callable[[Any], bool] = lambda cell: False) -> list[str]:
    """The tiles on the board as rows of text: "." for none, a letter, lower case for a blank, "#" for a cell that is
    `closed` for good."""
    marks = [
        CLOSED if closed(cell) else (cell.letter.lower() if cell.blank else cell.letter) or PLAIN
        for cell in board.cells
    ]
    return ["".join(marks[row * board.size : (row + 1) * board.size]) for row in range(board.size)]
