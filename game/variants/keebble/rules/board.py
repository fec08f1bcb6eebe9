"""The board: eight by eight cells in row-major order and the walls on their edges, immutable.

A cell is addressed by its index, row × 8 + column. An edge is [row, column, side]: that between the cell and the next
one on its right, or below it.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from game.crossword import board
from game.crossword.layouts import PLAIN
from game.kernel.base_types import Seat

SIZE = 8
RIGHT, DOWN = "right", "down"
STEP = {RIGHT: 1, DOWN: SIZE}

Edge = tuple[int, int, str]

EDGES: tuple[Edge, ...] = tuple(
    (row, col, side)
    for row in range(SIZE)
    for col in range(SIZE)
    for side in (DOWN, RIGHT)
    if (row if side == DOWN else col) < SIZE - 1
)
"""Every edge between two cells, sorted by row, column and side as text."""

ROWS = tuple(tuple(range(first, first + SIZE)) for first in range(0, SIZE * SIZE, SIZE))
COLUMNS = tuple(tuple(range(first, SIZE * SIZE, SIZE)) for first in range(SIZE))


class Cell(NamedTuple):
    """One square and what is written in it.

    `kind` is its type, a mark as on any board (`d`, `t`, `D`, `T`), or plain. A letter has its capital (else ""),
    whether it was `wild`, its `owner` (None: no player's) and its `score` (None: destroyed, or no letter). Nothing is
    ever written in a `dead` cell.
    """

    kind: str = PLAIN
    letter: str = ""
    wild: bool = False
    owner: Seat | None = None
    score: int | None = None
    dead: bool = False

    @property
    def empty(self) -> bool:
        """Whether it is living and without a letter."""
        return not self.dead and not self.letter

    @property
    def token(self) -> str:
        """Its letter as a board has it in a record: a wildcard small, "." for none, "#" for a dead cell."""
        return "#" if self.dead else (self.letter.lower() if self.wild else self.letter) or PLAIN


def neighbours(index: int) -> tuple[int, ...]:
    """The cells orthogonally next to it, walls or not."""
    return board.neighbours(SIZE)[index]


def index_of(row: int, col: int) -> int | None:
    """The index of a square, or None when it is off the board."""
    return row * SIZE + col if 0 <= row < SIZE and 0 <= col < SIZE else None


def edge_between(one: int, other: int) -> Edge:
    """The edge between two neighbouring cells."""
    first, second = min(one, other), max(one, other)
    return (*divmod(first, SIZE), RIGHT if second == first + 1 else DOWN)


@dataclass(frozen=True, slots=True)
class Board:
    """The `cells` and the `walls`."""

    cells: tuple[Cell, ...] = (Cell(),) * (SIZE * SIZE)
    walls: frozenset[Edge] = frozenset()

    @property
    def size(self) -> int:
        """How many rows and columns it has."""
        return SIZE

    def put(self, changes: Mapping[int, Cell]) -> "Board":
        """The board with some cells replaced."""
        cells = list(self.cells)
        for index, cell in changes.items():
            cells[index] = cell
        return Board(tuple(cells), self.walls)

    def wall_up(self, edges: Iterable[Edge]) -> "Board":
        """The board with walls more."""
        return Board(self.cells, self.walls | frozenset(edges))

    @property
    def open_edges(self) -> tuple[Edge, ...]:
        """The edges without a wall, sorted."""
        return tuple(edge for edge in EDGES if edge not in self.walls)

    @property
    def empty_cells(self) -> tuple[int, ...]:
        """The cells that are living and without a letter."""
        return tuple(index for index, cell in enumerate(self.cells) if cell.empty)

    @property
    def lettered(self) -> tuple[int, ...]:
        """The cells with a letter."""
        return tuple(index for index, cell in enumerate(self.cells) if cell.letter)

    @property
    def typed(self) -> tuple[int, ...]:
        """The cells with a type."""
        return tuple(index for index, cell in enumerate(self.cells) if cell.kind != PLAIN)

    def of_owner(self, seat: Seat) -> tuple[int, ...]:
        """The cells with a letter of that seat."""
        return tuple(index for index, cell in enumerate(self.cells) if cell.letter and cell.owner == seat)

    def linked(self, one: int, other: int) -> bool:
        """Whether there is no wall between two neighbouring cells."""
        return edge_between(one, other) not in self.walls

    def spread(self, among: AbstractSet[int]) -> frozenset[int]:
        """The cells of `among` that are reached from a letter of this board by steps between neighbours without a wall
        between, through cells of `among` alone."""
        reached: set[int] = set()
        front = [i for i in sorted(among) if any(self.cells[n].letter and self.linked(i, n) for n in neighbours(i))]
        while front:
            index = front.pop()
            if index not in reached:
                reached.add(index)
                front += [near for near in neighbours(index) if near in among and self.linked(index, near)]
        return frozenset(reached)
