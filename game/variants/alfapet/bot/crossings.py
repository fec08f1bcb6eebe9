"""Lines of an Alfapet board for the search: crossing words that turn at a corner, or that are only a leg, are read as
the rules read them."""

from collections.abc import Container, Iterator

import numpy as np

from bots.engine.board_lines import ALLOWED, CROSS
from bots.engine.building import Graph
from bots.engine.paths import board_planes
from bots.engine.position import Position
from game.variants.alfapet.bot.rules import Board, Cell, Reading, run_through, text_of, words_through


def planes_of(position: Position, board: Board, letters: str, graph: Graph, listed: Container[str]) -> np.ndarray:
    """The planes of the board's lines both ways, anchors too; `letters` is the alphabet in the graph's order."""
    planes = board_planes(position, graph)
    held = range(1, len(letters) + 1) if position.hand[0] else np.flatnonzero(position.hand).tolist()
    for cell, downwards in _beside_corners(board):
        row, col = divmod(cell, board.size)
        line, place = (col, row) if downwards else (row, col)
        allowed = others = 0
        for number in held:
            put = board.put({cell: Cell(letter=letters[number - 1])})
            crossing = [word for word in words_through(put, {cell}) if _crosses(word, cell, downwards, board.size)]
            others = sum(put.cells[other].value for word in crossing for other in word.cells)
            allowed |= all(text_of(put, word) in listed for word in crossing) << number
        planes[int(downwards), line, place, ALLOWED] = allowed
        planes[int(downwards), line, place, CROSS] = others
    return planes


def _beside_corners(board: Board) -> Iterator[tuple[int, bool]]:
    """The free squares at which a line across the one that goes `downwards` (or across) has a corner in it, with that
    direction."""
    for corner in board.corners:
        for run_down in (False, True):
            run = run_through(board, corner, run_down)
            step = board.size if run_down else 1
            for cell, inner in ((run[0] - step, run[0]), (run[-1] + step, run[-1])):
                in_line = 0 <= cell < len(board.cells) and (run_down or cell // board.size == inner // board.size)
                if in_line and not board.cells[cell].taken:
                    yield cell, not run_down


def _crosses(word: Reading, cell: int, downwards: bool, size: int) -> bool:
    """Whether a word goes through a square of a line that goes `downwards` (or across) from beside it."""
    at = word.cells.index(cell)
    beside = word.cells[at - 1] if at else word.cells[at + 1]
    return (abs(beside - cell) == size) != downwards
