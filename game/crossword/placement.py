"""Check a placement and find the runs it makes: the checks that games with a grid and a hand share.

Each looks at all the tiles and raises Refused; a game calls those it has, in its own order, with its own between them.
Nothing here reads a word list, so a readout may use all of it. Cells are named by their index in the board.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.crossword.board import Board, Cell, Grid, Run, neighbours
from game.crossword.tiles import BLANK, Placed, Tile, letter_of, without
from game.kernel.refusals import Code, Refused


@dataclass(frozen=True, slots=True)
class Placement:
    """Tiles that may lie as they do: the `fresh` cells as they will be (by index), and the runs they make."""

    fresh: Mapping[int, Cell]
    across: Sequence[Run]
    down: Sequence[Run]


def squares(board: Board, hand: Sequence[Tile], tiles: Sequence[Placed], alphabet: Collection[str]) -> list[int]:
    """The tiles are in the hand, each on a square of its own, and blanks name a letter of the `alphabet`. Gives the
    indices."""
    kept_of(hand, tiles, [placed.tile for placed in tiles])
    indices = distinct(board.index, [(placed.row, placed.col) for placed in tiles])
    for placed in tiles:
        blank = letter_of(placed.tile) == BLANK
        if blank != bool(placed.named) or (blank and placed.named not in set(alphabet)):
            raise Refused(Code.BLANK_LETTER)
    return indices


def distinct(index_of: Callable[[int, int], int | None], named: Sequence[tuple[int, int]]) -> list[int]:
    """The indices of squares (row, column), all on the board and no two the same; `index_of` knows the board."""
    indices = []
    for row, col in named:
        index = index_of(row, col)
        if index is None:
            raise Refused(Code.OFF_BOARD)
        indices.append(index)
    if len(set(indices)) != len(indices):
        raise Refused(Code.SAME_CELL)
    return indices


def kept_of(hand: Sequence[Tile], tiles: Sequence[Placed], used: Iterable[Tile]) -> tuple[Tile, ...]:
    """What stays in the hand: at least one tile is laid, and all that is `used` is there."""
    if not tiles:
        raise Refused(Code.NO_TILES)
    left = without(hand, used)
    if left is None:
        raise Refused(Code.NOT_IN_HAND)
    return left


def blanks(tiles: Sequence[Placed], alphabet: Collection[str]) -> None:
    """A blank names one letter of the `alphabet`."""
    if any(placed.tile == BLANK and placed.named not in set(alphabet) for placed in tiles):
        raise Refused(Code.BLANK_LETTER)


def in_line(board: Board, indices: Sequence[int], fresh: Collection[int]) -> None:
    """The tiles share a row or a column, and no cell between the first and the last is empty."""
    if len(indices) < 2:
        return
    size = board.size
    first, last = min(indices), max(indices)
    row, col = divmod(first, size)
    if all(index // size == row for index in indices):
        step = 1
    elif all(index % size == col for index in indices):
        step = size
    else:
        raise Refused(Code.NOT_IN_LINE)
    for index in range(first, last, step):
        if index not in fresh and not board.cells[index].letter:
            raise Refused(Code.GAP)


def connected(board: Grid[Any], indices: Collection[int], opened: bool) -> None:
    """The first word lies on the centre; later ones touch or replace a tile that was there before.

    Where no tile is left on the board there is nothing to connect to.
    """
    if not opened:
        if board.center not in indices:
            raise Refused(Code.MUST_CROSS_CENTER)
        return
    cells, near = board.cells, neighbours(board.size)
    for index in indices:
        if cells[index].letter or any(cells[other].letter for other in near[index]):
            return
    if board.has_tiles():
        raise Refused(Code.NOT_CONNECTED)


def all_in_words(across: Sequence[Run], down: Sequence[Run], indices: Sequence[int]) -> None:
    """There is a word, and each of these cells is part of one."""
    covered = {index for run in (*across, *down) for index in run}
    if not covered or any(index not in covered for index in indices):
        raise Refused(Code.NO_WORD)
