"""The board as lines both ways: the letters allowed on each square by crossing words, the points of those words, and
the anchors, where plays begin.
"""

import numpy as np

from bots.engine.compiled import compiled
from bots.engine.letter_sets import EVERY_LETTER, bits_in

# The data of each square, for lines of one direction: planes of one array (int64), [direction, line, place,
# plane], so that a line lies together.
LETTER, VALUE, STANDING, LETTERS_FACTOR, WORD, ALLOWED, CROSS, CROSS_FACTOR, ANCHOR = range(9)
PLANES = 9

NO_CROSS = -1
"""In the plane CROSS: no tile is next to the square across the line."""

CONNECTED, LOOSE, JOINS = 1, 2, 3
"""Anchors: where a tile joins those on the board (or need not), and where it joins nothing, so that a play must hold an
Alfa tile or reach further. JOINS is none, but a tile there joins those on the board all the same."""


@compiled
def follow(nodes: np.ndarray, arcs: np.ndarray, node: int, letter: int) -> int:
    """The arc of a letter from a node (next node × 2 + word ends); -1 without one."""
    mask = nodes[node]
    bit = 1 << letter
    if mask & bit == 0:
        return -1
    return arcs[(mask >> 32) + bits_in(mask & (bit - 1))]


@compiled
def lines_of(size: int, letters: np.ndarray, values: np.ndarray, standing: np.ndarray, free: np.ndarray,
             letter_factor: np.ndarray, word_factor: np.ndarray, nodes: np.ndarray, arcs: np.ndarray, root: int
             ) -> np.ndarray:  # fmt: skip
    """All planes but the anchors."""
    planes = np.zeros((2, size, size, PLANES), np.int64)
    for direction in range(2):
        plane = planes[direction]
        for line in range(size):
            for place in range(size):
                cell = line * size + place if direction == 0 else place * size + line
                plane[line, place, LETTER] = letters[cell]
                plane[line, place, VALUE] = values[cell]
                plane[line, place, STANDING] = standing[cell]
                plane[line, place, CROSS] = NO_CROSS
                plane[line, place, CROSS_FACTOR] = 1
                if letters[cell] == 0 and free[cell]:  # elsewhere a bonus has no effect, and lines are the same
                    plane[line, place, ALLOWED] = EVERY_LETTER
                    plane[line, place, LETTERS_FACTOR] = letter_factor[cell]
                    plane[line, place, WORD] = word_factor[cell]
        for line in range(size):
            for place in range(size):
                if plane[line, place, ALLOWED]:
                    _cross(plane, line, place, size, nodes, arcs, root)
    return planes


@compiled
def _cross(plane: np.ndarray, line: int, place: int, size: int, nodes: np.ndarray, arcs: np.ndarray, root: int) -> None:
    """The letters that the tiles next to an empty square, across the line, allow, and their points."""
    first = line
    while first > 0 and plane[first - 1, place, LETTER]:
        first -= 1
    last = line
    while last + 1 < size and plane[last + 1, place, LETTER]:
        last += 1
    if first == last:
        return
    total = 0
    factor = 1
    node = root
    for at in range(first, last + 1):
        if at == line:
            continue
        total += plane[at, place, VALUE]
        factor *= plane[at, place, STANDING]
        if at < line and node >= 0:
            arc = follow(nodes, arcs, node, plane[at, place, LETTER])
            node = arc >> 1
    plane[line, place, CROSS] = total
    plane[line, place, CROSS_FACTOR] = factor
    allowed = 0
    if node >= 0:
        candidates = nodes[node] & EVERY_LETTER
        while candidates:
            letter = bits_in((candidates & -candidates) - 1)
            candidates &= candidates - 1
            arc = follow(nodes, arcs, node, letter)
            for at in range(line + 1, last + 1):
                arc = follow(nodes, arcs, arc >> 1, plane[at, place, LETTER])
                if arc < 0:
                    break
            if arc >= 0 and arc & 1:
                allowed |= 1 << letter
    plane[line, place, ALLOWED] = allowed


@compiled
def mark_anchors(planes: np.ndarray, size: int, opened: bool) -> None:
    """Fill the plane of anchors: beside tiles; before the first word the centre; on a bare board any free square."""
    tiles = False
    for line in range(size):
        for place in range(size):
            if planes[0, line, place, LETTER]:
                tiles = True
    centre = size // 2
    for line in range(size):
        for place in range(size):
            if planes[0, line, place, LETTER]:
                continue
            if not opened:
                anchor = line == centre and place == centre
            elif not tiles:
                anchor = True
            else:
                anchor = (
                    (line > 0 and planes[0, line - 1, place, LETTER] > 0)
                    or (line + 1 < size and planes[0, line + 1, place, LETTER] > 0)
                    or (place > 0 and planes[0, line, place - 1, LETTER] > 0)
                    or (place + 1 < size and planes[0, line, place + 1, LETTER] > 0)
                )
            if anchor:
                planes[0, line, place, ANCHOR] = CONNECTED
                planes[1, place, line, ANCHOR] = CONNECTED
