"""Upper bounds of the points of plays from an anchor, whatever words there are: with them the search for the best skips
anchors.
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
from bots.engine.plays_found import MOST_TILES, NO_LIMIT

OF_COUNT, UP_TO = range(2)
"""Rows of bonuses, by number of tiles: what so many bring; the most that any number up to it brings."""


@compiled
def bonuses_from(bonuses: np.ndarray, besides: int) -> np.ndarray:
    """The bonuses as the search needs them, where so many tiles are laid `besides` those that it lays."""
    rows = np.zeros((2, MOST_TILES + 1), np.int64)
    highest = NO_LIMIT
    for count in range(1, MOST_TILES + 1):
        rows[OF_COUNT, count] = bonuses[min(count + besides, MOST_TILES)]
        highest = max(highest, rows[OF_COUNT, count])
        rows[UP_TO, count] = highest
    return rows


@compiled
def bound_of(row: np.ndarray, size: int, anchor: int, letters: int, sorted_values: np.ndarray, most: int,
             alfa_factor: int, alfas: int, bonuses: np.ndarray) -> int:  # fmt: skip
    """The bound, -1 when no tile can be laid there. `letters` are those in hand, `sorted_values` the values of the
    tiles in hand, highest first; of the `alfas` Alfa tiles each may double wherever it helps most. `bonuses` are those
    of `bonuses_from`."""
    scratch = np.zeros((3, MOST_TILES), np.int64)
    once = alfa_factor if alfas else 1
    least = 1 if alfas else NO_LIMIT  # an Alfa tile counts its letter once where the square would take points off
    highest = -1
    start = anchor
    tiles = 0
    while True:
        bound = _from(row, size, anchor, start, letters, sorted_values, most, alfa_factor**alfas, once, least, bonuses,
                      scratch)  # fmt: skip
        highest = max(highest, bound)
        start -= 1
        while start >= 0 and row[start, LETTER]:
            start -= 1
        tiles += 1
        if start < 0 or tiles >= most or row[start, ANCHOR] % JOINS or row[start, ALLOWED] & letters == 0:
            return highest


@compiled
def _from(row: np.ndarray, size: int, anchor: int, start: int, letters: int, sorted_values: np.ndarray,
          most: int, every: int, once: int, least: int, bonuses: np.ndarray, scratch: np.ndarray) -> int:  # fmt: skip
    """The bound of plays whose first tile lies on `start`: that of the longest, for no tile takes any points off here,
    with the highest bonus of those that are not longer. A square gives a letter `least` times its points, if its own
    factor is not higher."""
    fixed = 0
    across = 0
    factor = every
    count = 0
    place = start
    while place > 0 and row[place - 1, LETTER]:
        place -= 1
        fixed += row[place, VALUE]
        factor *= row[place, STANDING]
    place = start
    while place < size:
        if row[place, LETTER]:
            fixed += row[place, VALUE]
            factor *= row[place, STANDING]
            place += 1
            continue
        if count == most or row[place, ALLOWED] & letters == 0:
            break
        scratch[0, count] = max(least, row[place, LETTERS_FACTOR])
        scratch[1, count] = 0
        factor *= row[place, WORD]
        if row[place, CROSS] != NO_CROSS:
            cross = row[place, WORD] * row[place, CROSS_FACTOR] * once
            across += row[place, CROSS] * cross
            scratch[1, count] = scratch[0, count] * cross
        count += 1
        place += 1
    if place <= anchor:
        return -1
    return fixed * factor + across + _spread(scratch, count, factor, sorted_values) + bonuses[UP_TO, count]


@compiled
def _spread(scratch: np.ndarray, count: int, factor: int, sorted_values: np.ndarray) -> int:
    """The most points of the tiles on squares of these weights: the highest value on the best square, and so on."""
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
