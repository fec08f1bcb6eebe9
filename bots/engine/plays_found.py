"""The result list of a search: rows of numbers, all plays or the best, sorted."""

import numpy as np

from bots.engine.compiled import compiled

TILE_BITS = 7
BLANK_BIT, ALFA_BIT = 32, 64
"""A tile of a play is its letter, with these bits for a blank and an Alfa tile."""

MOST_TILES = 8
"""Tiles of a play that fit in one number."""

SCORE, WHERE, TILES = range(3)
"""What a row (int64) holds."""

LINE_BITS = 5

NO_LIMIT = -(1 << 40)
"""Fewer points than any play has."""


@compiled
def where_of(direction: int, line: int, place: int) -> int:
    """Direction, line and place of the first tile laid, as one number."""
    return (direction << (2 * LINE_BITS)) | (line << LINE_BITS) | place


@compiled
def comes_before(found: np.ndarray, row: int, score: int, where: int, tiles: int) -> bool:
    """Whether a play ranks before the one in that row: more points, then a fixed order."""
    if score != found[row, SCORE]:
        return score > found[row, SCORE]
    if where != found[row, WHERE]:
        return where < found[row, WHERE]
    return tiles < found[row, TILES]


@compiled
def keep(found: np.ndarray, used: int, best: bool, score: int, where: int, tiles: int) -> int:
    """Add a play; returns how many there are then. With `best` the rows are sorted and the last is dropped; otherwise
    plays beyond the room are only counted."""
    if not best:
        if used < found.shape[0]:
            found[used, SCORE] = score
            found[used, WHERE] = where
            found[used, TILES] = tiles
        return used + 1
    if used == found.shape[0]:
        if not comes_before(found, used - 1, score, where, tiles):
            return used
        used -= 1
    row = used
    while row > 0 and comes_before(found, row - 1, score, where, tiles):
        found[row, SCORE] = found[row - 1, SCORE]
        found[row, WHERE] = found[row - 1, WHERE]
        found[row, TILES] = found[row - 1, TILES]
        row -= 1
    found[row, SCORE] = score
    found[row, WHERE] = where
    found[row, TILES] = tiles
    return used + 1


@compiled
def least_kept(found: np.ndarray, used: int, best: bool, limit: int) -> int:
    """The points below which a play can be skipped: those of the last row, once all are in use."""
    if best and used and used == found.shape[0]:
        return found[used - 1, SCORE]
    return limit
