"""Classic read naively: turns in which nothing on the board is moved or taken, and a bonus for a whole hand.

A second reading of the rules page that shares nothing with `game`: the board is a dict of (row, column) to the letter
as it is written, small for a blank.
"""

from collections.abc import Sequence
from typing import Any

from tests.support import naive_crossword
from tests.support.naive_crossword import Lies, Table, Turn

SIZE = 15
ENGLISH = {
    **dict.fromkeys("AEILNORSTU", 1), **dict.fromkeys("DG", 2), **dict.fromkeys("BCMP", 3),
    **dict.fromkeys("FHVWY", 4), "K": 5, **dict.fromkeys("JX", 8), **dict.fromkeys("QZ", 10),
}  # fmt: skip


def fault(board: Lies, hand: str, tiles: Sequence[Any]) -> str | None:
    """The code of the first check of the rules page that fails, before the words are looked up."""
    return naive_crossword.fault(Table(SIZE, {}, board, hand, 0, ENGLISH), Turn(tiles))


def worth(board: Lies, layout: Sequence[str], tiles: Sequence[Any], bonus: int) -> tuple[list[Any], int]:
    """([word, points] of each word, the score of the turn) of tiles that may lie."""
    marks = {(row, col): mark for row, line in enumerate(layout) for col, mark in enumerate(line)}
    scored = naive_crossword.words(Table(SIZE, marks, board, "", 0, ENGLISH), Turn(tiles))
    return [[*word] for word in scored], sum(points for _, points in scored) + (bonus if len(tiles) == 7 else 0)
