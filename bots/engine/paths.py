"""Searches the best words along paths: lines of squares that may turn once, begin anywhere, and need a tile on their
corner.

A path is read like a line of the board, so the search is the same; the letters allowed on each square, and the points
of its crossing words, come from the line that the square is part of.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bots.engine.board_lines import (
    ALLOWED,
    ANCHOR,
    CONNECTED,
    CROSS,
    LETTER,
    LOOSE,
    NO_CROSS,
    PLANES,
    lines_of,
    mark_anchors,
)
from bots.engine.bounds import bonuses_from, bound_of
from bots.engine.building import Graph
from bots.engine.compiled import compiled
from bots.engine.letter_sets import EVERY_LETTER
from bots.engine.plays import Laid, sorted_values
from bots.engine.plays_found import (
    BLANK_BIT,
    LINE_BITS,
    NO_LIMIT,
    SCORE,
    TILE_BITS,
    TILES,
    WHERE,
    keep,
    least_kept,
    where_of,
)
from bots.engine.points_ahead import fill_sides, reaches_of
from bots.engine.position import Position
from bots.engine.search import search_from, stack_of
from bots.engine.tile_kinds import hands_of, letters_held, scratch

ACROSS, DOWN, TURNS = range(3)
"""Of which line of the board a square of a path is a part; at a corner of neither, for no word crosses there."""

LONGEST_PATH = 1 << LINE_BITS
"""Squares of a path whose places fit in the number of a play."""

NOWHERE = -1

MOST_FOUND = 400_000
"""Plays that a search may find: then it ends, those paths left out that promise least. Without a blank it never comes
so far."""

ROOM = 1 << 16
"""Plays from one anchor that are looked at; the rest of them is left out."""


class Path(NamedTuple):
    """Squares (index in the board) in the order of reading, at most LONGEST_PATH.

    `ways` says of which line each is a part, `anchors` what the plane of anchors has there. At the place `corner` a
    tile has to be laid, with letters before and after it (NOWHERE: at none). `besides` is how many tiles other than
    letters are laid along with the word.
    """

    cells: tuple[int, ...]
    ways: tuple[int, ...]
    anchors: tuple[int, ...]
    corner: int = NOWHERE
    besides: int = 0


class Found(NamedTuple):
    """A play along the path of that number: its points, including the bonus for so many tiles, those besides letters
    among them, and its tiles in the order of the path."""

    points: int
    path: int
    tiles: tuple[Laid, ...]


def board_planes(position: Position, graph: Graph) -> np.ndarray:
    """The planes of the board's lines both ways, anchors too."""
    planes = lines_of(
        position.size, position.letters, position.values, position.standing, position.free, position.letter_factor,
        position.word_factor, graph.nodes, graph.arcs, graph.right,
    )  # fmt: skip
    mark_anchors(planes, position.size, position.opened)
    return planes


def best_on_paths(
    position: Position, planes: np.ndarray, paths: Sequence[Path], graph: Graph, count: int
) -> list[Found]:
    """The best `count` plays along the paths, the best first. `planes` are the board's lines (`lines_of`), corrected
    where a game's words do not only run straight."""
    if not paths or not position.hand.any():
        return []
    squares = np.full((len(paths), LONGEST_PATH, 3), NOWHERE, np.int64)
    limits = np.array([(len(path.cells), path.corner, path.besides) for path in paths], np.int64)
    for number, path in enumerate(paths):
        squares[number, : len(path.cells), 0] = path.cells
        squares[number, : len(path.cells), 1] = path.ways
        squares[number, : len(path.cells), 2] = path.anchors
    found = np.empty((count, 3), np.int64)
    used = _search(
        planes, position.size, squares, limits, position.hand.copy(), position.tile_values, graph.nodes, graph.arcs,
        graph.left, position.bonuses, np.empty((ROOM, 3), np.int64), found,
    )  # fmt: skip
    return [_found(position, paths, row) for row in found[:used].tolist()]


def _found(position: Position, paths: Sequence[Path], row: list[int]) -> Found:
    points, where, tiles = row
    number, place = where >> LINE_BITS, where & (LONGEST_PATH - 1)
    laid = []
    for cell in paths[number].cells[place:]:
        if not tiles:
            break
        if not position.letters[cell]:
            laid.append(Laid(cell, tiles & 31, bool(tiles & BLANK_BIT), False))
            tiles >>= TILE_BITS
    return Found(points, number, tuple(laid))


@compiled
def _planes_of(planes: np.ndarray, size: int, squares: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """The planes of the paths, [path, place, plane], as for lines of one direction."""
    along = np.zeros((squares.shape[0], squares.shape[1], PLANES), np.int64)
    for path in range(squares.shape[0]):
        for place in range(limits[path, 0]):
            cell, way = squares[path, place, 0], squares[path, place, 1]
            row, col = cell // size, cell % size
            line, at = (col, row) if way == DOWN else (row, col)
            direction = 1 if way == DOWN else 0
            for plane in range(PLANES):
                along[path, place, plane] = planes[direction, line, at, plane]
            if way == TURNS:
                along[path, place, ALLOWED] = EVERY_LETTER
                along[path, place, CROSS] = NO_CROSS
            along[path, place, ANCHOR] = squares[path, place, 2]
    return along


@compiled
def _turns(along: np.ndarray, path: int, corner: int, length: int, first: int, tiles: int) -> bool:
    """Whether a tile lies on the corner, with a letter before it and one after it."""
    last = first
    while True:
        if along[path, last, LETTER] == 0:
            tiles >>= TILE_BITS
            if tiles == 0:
                break
        last += 1
    before = first < corner or (corner > 0 and along[path, corner - 1, LETTER] > 0)
    after = last > corner or (corner + 1 < length and along[path, corner + 1, LETTER] > 0)
    return first <= corner <= last and before and after


@compiled
def _extras(bonuses: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """The bonuses as the search needs them, by how many tiles a path has besides."""
    most = limits[:, 2].max()
    extras = np.empty((most + 1, 2, bonuses.size), np.int64)
    for besides in range(most + 1):
        extras[besides] = bonuses_from(bonuses, besides)
    return extras


@compiled
def _search(planes: np.ndarray, size: int, squares: np.ndarray, limits: np.ndarray, hand: np.ndarray,
            tile_values: np.ndarray, nodes: np.ndarray, arcs: np.ndarray, left: int, bonuses: np.ndarray,
            room: np.ndarray, found: np.ndarray) -> int:  # fmt: skip
    """Fill `found`, sorted; returns how many plays it holds. The anchors of the highest bounds come first."""
    along = _planes_of(planes, size, squares, limits)
    no_alfas = np.zeros_like(hand)
    hands = hands_of(hand, no_alfas, tile_values)
    most = hand.sum()
    at_hand = EVERY_LETTER if hand[0] else letters_held(hands)
    values = sorted_values(hand, no_alfas, tile_values)
    extras = _extras(bonuses, limits)
    anchors = np.empty((squares.shape[0] * squares.shape[1], 3), np.int64)
    count = 0
    for path in range(squares.shape[0]):
        for place in range(limits[path, 0]):
            kind = along[path, place, ANCHOR]
            if kind in (CONNECTED, LOOSE) and along[path, place, ALLOWED] & at_hand:
                anchors[count, 0] = bound_of(along[path], limits[path, 0], place, at_hand, values, most, 1, 0,
                                             extras[limits[path, 2]])  # fmt: skip
                anchors[count, 1] = path
                anchors[count, 2] = place
                count += 1
    order = np.argsort(-anchors[:count, 0])
    stack = stack_of()
    laid = scratch()
    reaches = reaches_of(1, squares.shape[1])[0]
    used = 0
    seen = 0
    for i in range(count):
        bound, path, place = anchors[order[i]]
        limit = least_kept(found, used, True, NO_LIMIT)
        if seen > MOST_FOUND or bound < limit:
            break
        extra = extras[limits[path, 2]]
        if hand[0] > 0:
            fill_sides(along[path], limits[path, 0], at_hand, most, extra, reaches)
        made = search_from(
            along[path], limits[path, 0], nodes, arcs, left, place, where_of(0, path, 0), True, hands, 0, 1, most,
            extra, stack, laid, reaches, room, 0, False, hand[0] > 0, limit,
        )  # fmt: skip
        seen += made
        for row in range(min(made, room.shape[0])):
            first, tiles = room[row, WHERE] & (LONGEST_PATH - 1), room[row, TILES]
            corner = limits[path, 1]
            if corner >= 0 and not _turns(along, path, corner, limits[path, 0], first, tiles):
                continue
            used = keep(found, used, True, room[row, SCORE], where_of(0, path, first), tiles)
    return used
