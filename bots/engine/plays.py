"""The public functions of the search: all plays of a position, or its best ones, as plain values."""

from typing import NamedTuple

import numpy as np

from bots.engine.board_lines import ALLOWED, ANCHOR, LOOSE, WORD, lines_of, mark_anchors
from bots.engine.bounds import bonuses_from, bound_of
from bots.engine.building import Graph
from bots.engine.compiled import compiled
from bots.engine.letter_sets import EVERY_LETTER
from bots.engine.plays_found import ALFA_BIT, BLANK_BIT, LINE_BITS, MOST_TILES, NO_LIMIT, TILE_BITS, where_of
from bots.engine.points_ahead import fill_sides, reaches_of
from bots.engine.position import Position
from bots.engine.search import search_from, stack_of
from bots.engine.tile_kinds import hands_of, letters_held, scratch

ROOM = 1 << 17
"""Plays for which room is made at first, 3 MB that are only touched as far as they are used."""

LOOSE_ANCHORS = 12
"""How many squares apart from all tiles a play with an Alfa tile is tried from: those that multiply words most. The
rules would allow any square of the board; the others bring fewer points."""


class TooManyTiles(ValueError):
    """The hand is larger than a play's number can hold."""


class Laid(NamedTuple):
    """One tile of a play: its square (index in the board), its letter's number, and what kind of tile it is."""

    cell: int
    letter: int
    blank: bool
    alfa: bool


class Play(NamedTuple):
    """Points, the position's bonus for so many tiles among them, and tiles, in the order of their squares."""

    score: int
    tiles: tuple[Laid, ...]


def all_plays(position: Position, graph: Graph) -> list[Play]:
    """Every legal play of tiles in one line, the best first; Alfa tiles of the hand on free squares of that line, too.

    With Alfa tiles plays apart from the board are found from LOOSE_ANCHORS squares only.
    """
    found = all_rows(position, graph)
    return [_play(position, row) for row in sorted(found.tolist(), key=lambda row: (-row[0], row[1], row[2]))]


def plays_of(position: Position, rows: np.ndarray) -> list[Play]:
    """Rows of numbers as plays, in their order."""
    return [_play(position, row) for row in rows.tolist()]


def best_plays(position: Position, graph: Graph, count: int) -> list[Play]:
    """The first `count` of `all_plays`, without building the others."""
    return plays_of(position, best_rows(position, graph, count))


def all_rows(position: Position, graph: Graph) -> np.ndarray:
    """Every play as a row of numbers (score, where, tiles), in no order."""
    found = np.empty((ROOM, 3), np.int64)
    used = _run(position, graph, found, False)
    if used > len(found):
        found = np.empty((used, 3), np.int64)
        used = _run(position, graph, found, False)
    return found[:used]


def best_rows(position: Position, graph: Graph, count: int) -> np.ndarray:
    """The best plays as rows of numbers, the best first."""
    found = np.empty((count, 3), np.int64)
    return found[: _run(position, graph, found, True)]


def _run(position: Position, graph: Graph, found: np.ndarray, best: bool) -> int:
    if position.hand.sum() + position.alfa_hand.sum() > MOST_TILES:
        raise TooManyTiles
    return _generate(
        position.size, position.letters, position.values, position.standing, position.free, position.letter_factor,
        position.word_factor, position.hand.copy(), position.alfa_hand.copy(), position.tile_values,
        position.alfa_factor, position.alfa_room, position.alfa_anywhere, position.opened, position.bonuses,
        graph.nodes, graph.arcs, graph.left, graph.right, found, best,
    )  # fmt: skip


def _play(position: Position, row: list[int]) -> Play:
    """A row of numbers as a play: the tiles fill the free squares of the line from the first one on."""
    score, where, tiles = row
    direction, line, place = where >> (2 * LINE_BITS), where >> LINE_BITS & 31, where & 31
    size = position.size
    laid = []
    while tiles:
        cell = line * size + place if direction == 0 else place * size + line
        if not position.letters[cell]:
            laid.append(Laid(cell, tiles & 31, bool(tiles & BLANK_BIT), bool(tiles & ALFA_BIT)))
            tiles >>= TILE_BITS
        place += 1
    return Play(score, tuple(laid))


@compiled
def sorted_values(hand: np.ndarray, alfa_hand: np.ndarray, tile_values: np.ndarray) -> np.ndarray:
    """The values of the hand's tiles, highest first, zeros after them."""
    values = np.zeros(MOST_TILES + 1, np.int64)
    count = 0
    for letter in range(1, hand.size):
        for _ in range(hand[letter] + alfa_hand[letter]):
            j = count
            while j > 0 and values[j - 1] < tile_values[letter]:
                values[j] = values[j - 1]
                j -= 1
            values[j] = tile_values[letter]
            count += 1
    return values


@compiled
def mark_loose(planes: np.ndarray, size: int) -> None:
    """Anchors for plays that an Alfa tile frees from touching others: the squares that multiply words most."""
    left = LOOSE_ANCHORS
    for factor in (3, 2):
        for line in range(size):
            for place in range(size):
                if (
                    left
                    and planes[0, line, place, WORD] == factor
                    and planes[0, line, place, ALLOWED] == EVERY_LETTER
                    and planes[0, line, place, ANCHOR] == 0
                ):
                    planes[0, line, place, ANCHOR] = LOOSE
                    planes[1, place, line, ANCHOR] = LOOSE
                    left -= 1


@compiled
def _generate(size: int, letters: np.ndarray, values: np.ndarray, standing: np.ndarray, free: np.ndarray,
              letter_factor: np.ndarray, word_factor: np.ndarray, hand: np.ndarray, alfa_hand: np.ndarray,
              tile_values: np.ndarray, alfa_factor: int, alfa_room: int, alfa_anywhere: bool, opened: bool,
              bonuses: np.ndarray, nodes: np.ndarray, arcs: np.ndarray, left: int, right: int, found: np.ndarray,
              best: bool) -> int:  # fmt: skip
    """Fill `found`; returns how many plays there are. With `best` the anchors of the highest bounds come first."""
    planes = lines_of(size, letters, values, standing, free, letter_factor, word_factor, nodes, arcs, right)
    mark_anchors(planes, size, opened)
    alfas = min(alfa_room, alfa_hand.sum())
    if alfas and alfa_anywhere:
        mark_loose(planes, size)
    every_line = np.ones((2, size), np.bool_)
    return search_lines(planes, size, every_line, hand, alfa_hand, tile_values, alfa_factor, alfas, bonuses, nodes,
                        arcs, left, found, 0, best, best and hand[0] + alfa_hand[0] > 0)  # fmt: skip


@compiled
def search_lines(planes: np.ndarray, size: int, wanted: np.ndarray, hand: np.ndarray, alfa_hand: np.ndarray,
                 tile_values: np.ndarray, alfa_factor: int, alfas: int, bonuses: np.ndarray, nodes: np.ndarray,
                 arcs: np.ndarray, left: int, found: np.ndarray, used: int, best: bool, cuts: bool
                 ) -> int:  # fmt: skip
    """Add the plays of the lines that are `wanted` [direction, line]; returns how many there are then. At most `alfas`
    of the hand's tiles lie as Alfa tiles. With `cuts` plays that cannot be among the best are skipped early."""
    hands = hands_of(hand, alfa_hand, tile_values)
    most = hand.sum() + alfa_hand.sum()
    at_hand = EVERY_LETTER if hand[0] + alfa_hand[0] else letters_held(hands)
    dearest = sorted_values(hand, alfa_hand, tile_values)
    extra = bonuses_from(bonuses, 0)
    anchors = np.empty((2 * size * size, 4), np.int64)
    count = 0
    for direction in range(2):
        for line in range(size):
            if not wanted[direction, line]:
                continue
            row = planes[direction, line]
            for place in range(size):
                if row[place, ANCHOR] == 0 or row[place, ALLOWED] & at_hand == 0:
                    continue
                bound = 0
                if cuts:
                    bound = bound_of(row, size, place, at_hand, dearest, most, alfa_factor, alfas, extra)
                anchors[count, 0] = bound
                anchors[count, 1] = direction
                anchors[count, 2] = line
                anchors[count, 3] = place
                count += 1
    order = np.argsort(-anchors[:count, 0])
    stack = stack_of()
    laid = scratch()
    reaches = reaches_of(2 * size if cuts else 1, size)
    filled = np.zeros(2 * size, np.bool_)
    for i in range(count):
        bound, direction, line, place = anchors[order[i]]
        if cuts and used == found.shape[0] and used and bound < found[used - 1, 0]:
            break
        row = planes[direction, line]
        number = direction * size + line if cuts else 0
        if cuts and not filled[number]:
            fill_sides(row, size, at_hand, most, extra, reaches[number])
            filled[number] = True
        used = search_from(
            row, size, nodes, arcs, left, place, where_of(direction, line, 0), direction == 0,
            hands, alfas, alfa_factor, most, extra, stack, laid, reaches[number], found, used, best, cuts, NO_LIMIT,
        )  # fmt: skip
    return used
