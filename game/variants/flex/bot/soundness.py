"""Check whether a board may stay as it is: every run of tiles is a word, and all tiles are one group."""

import numpy as np

from bots.engine.board_lines import follow
from bots.engine.building import Graph
from bots.engine.compiled import compiled
from bots.engine.position import Position


def is_sound(position: Position, graph: Graph, without: int = -1) -> bool:
    """Whether all that lies is words and one group, when the tile of one square is `without` lifted."""
    return bool(_sound(position.size, position.letters, without, graph.nodes, graph.arcs, graph.right))


def to_lift(position: Position, graph: Graph) -> list[int]:
    """The squares from which a tile may be lifted so that all that lies stays words and one group, and something
    lies."""
    found = _lifted(position.size, position.letters, graph.nodes, graph.arcs, graph.right)
    return [int(cell) for cell in np.flatnonzero(found)]


@compiled
def _lifted(size: int, letters: np.ndarray, nodes: np.ndarray, arcs: np.ndarray, root: int) -> np.ndarray:
    found = np.zeros(size * size, np.int64)
    for cell in range(size * size):
        if letters[cell] and _sound(size, letters, cell, nodes, arcs, root):
            found[cell] = 1
    return found


@compiled
def _sound(size: int, letters: np.ndarray, lifted: int, nodes: np.ndarray, arcs: np.ndarray, root: int) -> bool:
    return _one_group(size, letters, lifted) and _all_words(size, letters, lifted, nodes, arcs, root)


@compiled
def _one_group(size: int, letters: np.ndarray, lifted: int) -> bool:
    seen = np.zeros(size * size, np.int64)
    ahead = np.empty(size * size, np.int64)
    lying = 0
    waiting = 0
    for cell in range(size * size):
        if letters[cell] and cell != lifted:
            lying += 1
            if lying == 1:
                ahead[0] = cell
                seen[cell] = 1
                waiting = 1
    reached = waiting
    while waiting:
        waiting -= 1
        cell = ahead[waiting]
        place = cell % size
        for side in range(4):
            if side == 0:
                other = cell - size
            elif side == 1:
                other = cell + size
            elif side == 2:
                other = cell - 1 if place > 0 else -1
            else:
                other = cell + 1 if place < size - 1 else -1
            if 0 <= other < size * size and letters[other] and other != lifted and seen[other] == 0:
                seen[other] = 1
                ahead[waiting] = other
                waiting += 1
                reached += 1
    return 0 < lying == reached


@compiled
def _all_words(size: int, letters: np.ndarray, lifted: int, nodes: np.ndarray, arcs: np.ndarray, root: int) -> bool:
    """Whether each run of two or more is a word; `root` is where words begin."""
    for direction in range(2):
        for line in range(size):
            length = 0
            arc = root << 1
            for place in range(size + 1):
                letter = 0
                if place < size:
                    cell = line * size + place if direction == 0 else place * size + line
                    letter = 0 if cell == lifted else letters[cell]
                if letter:
                    if arc >= 0:
                        arc = follow(nodes, arcs, arc >> 1, letter)
                    length += 1
                    continue
                if length > 1 and (arc < 0 or arc & 1 == 0):
                    return False
                length = 0
                arc = root << 1
    return True
