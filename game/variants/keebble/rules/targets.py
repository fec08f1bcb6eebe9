"""Walls, special cells, swapped letters and what is destroyed (K4): the checks of each, and what becomes of the board.

Each looks at all its targets before the next check, and all must be there that are due.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from game.crossword.layouts import PLAIN
from game.crossword.placement import distinct
from game.crossword.tiles import ALPHABETS
from game.kernel.refusals import Code, Refused
from game.variants.keebble.rules.actions import Written
from game.variants.keebble.rules.board import STEP, Board, Cell, index_of

PARTS: Mapping[str, Callable[[Cell], Cell]] = {
    "owner": lambda cell: cell._replace(owner=None),
    "type": lambda cell: cell._replace(kind=PLAIN),
    "score": lambda cell: cell._replace(score=None),
    "content": lambda cell: Cell(dead=True),
}
"""What may be destroyed of a cell, and what is left of it. A part that is not there leaves it as it was."""


class Due(NamedTuple):
    """How many targets an option says, and whether they are to be the `whole` of it or may be some."""

    n: int
    whole: bool = True


def build_walls(board: Board, walls: Sequence[Written], due: Due) -> Board:
    """Walls on edges that have none."""
    if any(side not in STEP for _, _, side in walls):
        raise Refused(Code.BAD_TARGET)
    for row, col, side in walls:
        beyond = (row, col + 1) if STEP[side] == 1 else (row + 1, col)
        if index_of(row, col) is None or index_of(*beyond) is None:
            raise Refused(Code.OFF_BOARD)
    if len(set(walls)) != len(walls):
        raise Refused(Code.SAME_CELL)
    if any(wall in board.walls for wall in walls):
        raise Refused(Code.OCCUPIED)
    _all_due(walls, due, board.open_edges)
    return board.wall_up(walls)


def mark_cells(board: Board, squares: Sequence[tuple[int, int]], due: Due, kind: str) -> Board:
    """A type for living cells that have none, letters or not."""
    free = tuple(index for index, cell in enumerate(board.cells) if not cell.dead and cell.kind == PLAIN)
    indices = distinct(index_of, squares)
    if any(index not in free for index in indices):
        raise Refused(Code.BAD_TARGET)
    _all_due(indices, due, free)
    return board.put({index: board.cells[index]._replace(kind=kind) for index in indices})


def swap_letters(board: Board, tiles: Sequence[Written], due: Due, language: str) -> Board:
    """Other letters in the place of letters, any player's; owner, score and type stay."""
    indices = distinct(index_of, [(row, col) for row, col, _ in tiles])
    said = [letter for _, _, letter in tiles]
    if any(not board.cells[index].letter for index in indices):
        raise Refused(Code.BAD_TARGET)
    if any(letter not in tuple(ALPHABETS[language]) for letter in said):
        raise Refused(Code.BLANK_LETTER)
    if any(board.cells[index].letter == letter for index, letter in zip(indices, said, strict=True)):
        raise Refused(Code.BAD_TARGET)
    _all_due(indices, due, board.lettered)
    changed = zip(indices, said, strict=True)
    return board.put({index: board.cells[index]._replace(letter=letter, wild=False) for index, letter in changed})


def destroy_parts(board: Board, parts: Sequence[Written], due: Due) -> Board:
    """Parts of living cells, or all of one: then nothing is ever written there again."""
    indices = distinct(index_of, [(row, col) for row, col, _ in parts])
    left = {}
    for index, (_, _, part) in zip(indices, parts, strict=True):
        cell = board.cells[index]
        if cell.dead or part not in PARTS or PARTS[part](cell) == cell:
            raise Refused(Code.BAD_TARGET)
        left[index] = PARTS[part](cell)
    _all_due(indices, due, [cell for cell in board.cells if not cell.dead])
    return board.put(left)


def _all_due(targets: Sequence[object], due: Due, there: Sequence[object]) -> None:
    """As many as the option says, or all there are where there are fewer; of what is not the whole, fewer too."""
    count = min(due.n, len(there))
    if len(targets) > count or (due.whole and len(targets) < count):
        raise Refused(Code.WRONG_COUNT)
