"""How many points the plays from an anchor can bring at most, whatever words there are: what lets the search for the
best leave anchors out.
"""

import numpy as np

from bots.engine.board_lines import (
    ALLOWED,
    ANCHOR,
    CROSS,
    CROSS_FACTOR,
    JOINS,
    LETTER,
    LETTERS_FACTOR,
    NO_CROSS,
    STANDING,
    VALUE,
    WORD,
)
from bots.engine.compiled import compiled
from bots.engine.search import MOST_TILES


@compiled
def bound_of(plane: np.ndarray, size: int, line: int, anchor: int, letters: int, sorted_values: np.ndarray, most: int,
             alfa_factor: int, alfas: int) -> int:  # fmt: skip
    """The bound, -1 when no tile can lie there. `letters` are those at hand, `sorted_values` the values of the tiles at
    hand, highest first; of the `alfas` Alfa tiles each may double wherever it helps most."""
    scratch = np.zeros((3, MOST_TILES), np.int64)
    once = alfa_factor if alfas else 1
    highest = -1
    start = anchor
    while True:
        highest = max(
            highest,
            _from(plane, size, line, anchor, start, letters, sorted_values, most, alfa_factor**alfas, once, scratch),
        )
        start -= 1
        if (
            start < 0
            or anchor - start >= most
            or plane[LETTER, line, start]
            or plane[ANCHOR, line, start] % JOINS
            or plane[ALLOWED, line, start] & letters == 0
        ):
            return highest


@compiled
def _from(plane: np.ndarray, size: int, line: int, anchor: int, start: int, letters: int, sorted_values: np.ndarray,
          most: int, every: int, once: int, scratch: np.ndarray) -> int:  # fmt: skip
    """The bound of plays whose first tile lies on `start`."""
    fixed = 0
    across = 0
    factor = every
    count = 0
    highest = -1
    place = start
    while place > 0 and plane[LETTER, line, place - 1]:
        place -= 1
        fixed += plane[VALUE, line, place]
        factor *= plane[STANDING, line, place]
    place = start
    while place < size:
        if plane[LETTER, line, place]:
            fixed += plane[VALUE, line, place]
            factor *= plane[STANDING, line, place]
            place += 1
            continue
        if place > anchor:
            highest = max(highest, fixed * factor + across + _spread(scratch, count, factor, sorted_values))
        if count == most or plane[ALLOWED, line, place] & letters == 0:
            return highest
        scratch[0, count] = plane[LETTERS_FACTOR, line, place]
        scratch[1, count] = 0
        factor *= plane[WORD, line, place]
        if plane[CROSS, line, place] != NO_CROSS:
            cross = plane[WORD, line, place] * plane[CROSS_FACTOR, line, place] * once
            across += plane[CROSS, line, place] * cross
            scratch[1, count] = scratch[0, count] * cross
        count += 1
        place += 1
    return max(highest, fixed * factor + across + _spread(scratch, count, factor, sorted_values))


@compiled
def _spread(scratch: np.ndarray, count: int, factor: int, sorted_values: np.ndarray) -> int:
    """The best the tiles can bring on squares of these weights: the dearest tile on the best square, and so on."""
    for i in range(count):
        weight = max(0, scratch[0, i] * factor + scratch[1, i])  # where letters are taken off, none may be dearer
        j = i
        while j > 0 and scratch[2, j - 1] < weight:
            scratch[2, j] = scratch[2, j - 1]
            j -= 1
        scratch[2, j] = weight
    total = 0
    for i in range(count):
        total += scratch[2, i] * sorted_values[i]
    return total
