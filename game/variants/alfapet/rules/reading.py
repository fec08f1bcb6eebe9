"""Find the words on the board and how they are read: straight runs, and bent words that turn at a corner (rule 3, Words
on the board).

A straight run is all letters in line, without an empty or black cell between. The bent word of a corner is its two
legs: all letters straight before it, the corner, all letters straight after it; it turns once, so another corner in a
leg is a plain letter of it. A run that only leads to a corner or away from it is a leg and no word of its own.
"""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from game.variants.alfapet.rules.board import ACROSS, DOWN, Board

Run = tuple[int, ...]


class Reading(NamedTuple):
    """A word as it is read: whether it begins `downwards` (else across), the `cells` of its letters in order, and the
    `corner` at which it turns, −1 for a straight one. Readings sort in the order in which words are listed."""

    downwards: bool
    first: int
    corner: int
    cells: Run

    @property
    def bent(self) -> bool:
        """Whether it turns."""
        return self.corner >= 0


def words_through(board: Board, laid: AbstractSet[int]) -> tuple[Reading, ...]:
    """Every word that holds one of the `laid` cells, on the board as it is with them.

    Those that begin across come first, then those that begin down, each by the place of their first letter; at the
    same first letter the straight one is before the bent ones, and these go by their corner.
    """
    found = {word for index in laid for downwards in (False, True) for word in _straight(board, index, downwards)}
    for corner in board.corners:
        word = _bent(board, corner)
        if not laid.isdisjoint(word.cells):
            found.add(word)
    return tuple(sorted(found))


def text_of(board: Board, word: Reading) -> str:
    """Its letters."""
    return "".join(board.cells[index].letter for index in word.cells)


def run_through(board: Board, index: int, downwards: bool) -> Run:
    """All letters in line with that one, down or across; alone where none is beside it."""
    size, cells = board.size, board.cells
    step = size if downwards else 1
    low = index % size if downwards else index - index % size
    high = size * size if downwards else low + size
    start, end = index, index + step
    while start - step >= low and cells[start - step].letter:
        start -= step
    while end < high and cells[end].letter:
        end += step
    return tuple(range(start, end, step))


def _straight(board: Board, index: int, downwards: bool) -> tuple[Reading, ...]:
    """The straight word through a letter: none where the run is one letter, or a leg.

    A leg ends at a corner that turns out of its line, or begins at one that turns into it.
    """
    run = run_through(board, index, downwards)
    into, out_of = (DOWN, ACROSS) if downwards else (ACROSS, DOWN)
    if len(run) < 2 or board.cells[run[0]].arrow == into or board.cells[run[-1]].arrow == out_of:
        return ()
    return (Reading(downwards, run[0], -1, run),)


def _bent(board: Board, corner: int) -> Reading:
    """The bent word of a corner. That a letter stands before and after it was looked at when its arrow was laid."""
    downwards = board.cells[corner].arrow == ACROSS
    before = run_through(board, corner, downwards)
    after = run_through(board, corner, not downwards)
    legs = before[: before.index(corner)], after[after.index(corner) :]
    return Reading(downwards, before[0], corner, legs[0] + legs[1])
