"""Caches searches of many similar positions for the same hands: results are stored per line, so that only changed lines
are searched again.

The squares of a line with all that the search knows of them (`board_lines.py`) decide which plays it has. The results
of a search for the best on a line are stored with the last play that was good enough then: all plays of the line that
come before that one are known.
"""

from collections.abc import Sequence

import numpy as np

from bots.engine.board_lines import ANCHOR, lines_of, mark_anchors
from bots.engine.building import Graph
from bots.engine.compiled import compiled
from bots.engine.plays import mark_loose, search_lines
from bots.engine.plays_found import LINE_BITS, NO_LIMIT, SCORE, TILES, WHERE, comes_before, keep
from bots.engine.position import Position

LINES = 1 << 11
"""Lines that are remembered; room that is only touched as far as it is used. Later ones are searched each time."""

HASH_BITS, HASH_FACTOR = 40, 1_000_003

BARE, UNKNOWN = -2, -1
"""Instead of a line's number: nothing can be laid there; it is not remembered."""

NEVER = -1
"""Instead of how many plays are known of a line: it has not been searched."""

ANY_SUM = 1 << 40
"""More points than all hands together can bring."""


class LineMemory:
    """The best plays of each of some hands on positions that have the tiles' values, the bonuses and the Alfa tiles'
    rules of the first one. `hands` are counts of tiles by letter, `alfa_hands` those of Alfa tiles, a row a hand; at
    most `rows` plays are asked for."""

    def __init__(self, graph: Graph, position: Position, hands: np.ndarray, alfa_hands: np.ndarray, rows: int,
                 lines: int = LINES) -> None:  # fmt: skip
        size, count = position.size, len(hands)
        self._graph, self._hands, self._alfa_hands, self._rules = graph, hands, alfa_hands, position
        self._lines = np.empty((lines, size, ANCHOR + 1), np.int64)
        self._wheres = np.empty(lines, np.int64)
        self._slots = np.full(2 * lines + 1, UNKNOWN, np.int64)
        self._slots[-1] = 0
        self._known = np.empty((count, lines, rows, TILES + 1), np.int64)
        self._counts = np.full((count, lines), NEVER, np.int64)
        self._lasts = np.empty((count, lines, TILES + 1), np.int64)

    def best_rows(self, position: Position, count: int) -> list[np.ndarray]:
        """The best plays of each hand as rows of numbers, the best first."""
        found, used = self._search(position, count, ANY_SUM)
        return [rows[:number] for rows, number in zip(found, used, strict=True)]

    def total(self, position: Position, most: int) -> int:
        """The points of the best plays of all hands together; if they exceed `most`, some number above it."""
        found, used = self._search(position, 1, most)
        return int(found[used > 0, 0, SCORE].sum())

    def _search(self, position: Position, count: int, most: int) -> tuple[np.ndarray, np.ndarray]:
        rules, graph = self._rules, self._graph
        found = np.empty((len(self._hands), count, TILES + 1), np.int64)
        used = np.zeros(len(self._hands), np.int64)
        _search_hands(
            position.size, position.letters, position.values, position.standing, position.free, position.letter_factor,
            position.word_factor, self._hands, self._alfa_hands, rules.tile_values, rules.alfa_factor, rules.alfa_room,
            rules.alfa_anywhere, position.opened, rules.bonuses, graph.nodes, graph.arcs, graph.left, graph.right,
            self._lines, self._wheres, self._slots, self._known, self._counts, self._lasts, found, used, most,
        )  # fmt: skip
        return found, used


def counted(hands: Sequence[Sequence[int]], kinds: int) -> np.ndarray:
    """Hands of tiles (letters' numbers, 0 a blank) as counts by letter, a row a hand."""
    counts = np.zeros((len(hands), kinds), np.int64)
    for row, hand in enumerate(hands):
        for tile in hand:
            counts[row, tile] += 1
    return counts


@compiled
def _search_hands(size: int, letters: np.ndarray, values: np.ndarray, standing: np.ndarray, free: np.ndarray,
                  letter_factor: np.ndarray, word_factor: np.ndarray, hands: np.ndarray, alfa_hands: np.ndarray,
                  tile_values: np.ndarray, alfa_factor: int, alfa_room: int, alfa_anywhere: bool, opened: bool,
                  bonuses: np.ndarray, nodes: np.ndarray, arcs: np.ndarray, left: int, right: int, lines: np.ndarray,
                  wheres: np.ndarray, slots: np.ndarray, known: np.ndarray, counts: np.ndarray, lasts: np.ndarray,
                  found: np.ndarray, used: np.ndarray, most: int) -> None:  # fmt: skip
    """Fill `found` and `used`, by hand; stops when the best plays together bring more than `most`."""
    planes = lines_of(size, letters, values, standing, free, letter_factor, word_factor, nodes, arcs, right)
    mark_anchors(planes, size, opened)
    if alfa_anywhere and alfa_room and alfa_hands.sum():
        mark_loose(planes, size)
    numbers = _numbers_of(planes, size, lines, wheres, slots)
    wanted = np.zeros((len(hands), 2, size), np.bool_)
    total = 0
    for i in range(len(hands)):
        used[i] = _recall(numbers, size, known[i], counts[i], wanted[i], found[i])
        if used[i]:
            total += found[i, 0, SCORE]
    for i in np.argsort(hands[:, 0]):  # those with blanks, which take longest, at the end
        if total > most:
            return
        if used[i]:
            total -= found[i, 0, SCORE]
        used[i] = _complete(numbers, size, known[i], counts[i], lasts[i], wanted[i], found[i], used[i])
        alfas = min(alfa_room, alfa_hands[i].sum())
        cuts = used[i] == len(found[i]) or hands[i, 0] + alfa_hands[i, 0] > 0
        used[i] = search_lines(planes, size, wanted[i], hands[i], alfa_hands[i], tile_values, alfa_factor, alfas,
                               bonuses, nodes, arcs, left, found[i], used[i], True, cuts)  # fmt: skip
        _remember(numbers, size, known[i], counts[i], lasts[i], wanted[i], found[i], used[i])
        if used[i]:
            total += found[i, 0, SCORE]


@compiled
def _numbers_of(planes: np.ndarray, size: int, lines: np.ndarray, wheres: np.ndarray, slots: np.ndarray
                ) -> np.ndarray:  # fmt: skip
    """The number of each line [direction, line]; new ones are added."""
    numbers = np.empty((2, size), np.int64)
    for direction in range(2):
        for line in range(size):
            row = planes[direction, line]
            digest = direction * size + line
            bare = True
            for place in range(size):
                if row[place, ANCHOR]:
                    bare = False
                for plane in range(ANCHOR + 1):
                    digest = (digest * HASH_FACTOR + row[place, plane]) & ((1 << HASH_BITS) - 1)
            numbers[direction, line] = BARE
            if not bare:
                numbers[direction, line] = _number_of(row, size, direction * size + line, digest, lines, wheres, slots)
    return numbers


@compiled
def _number_of(row: np.ndarray, size: int, where: int, digest: int, lines: np.ndarray, wheres: np.ndarray,
               slots: np.ndarray) -> int:  # fmt: skip
    """The number of a line; UNKNOWN where there is no room for another."""
    count = slots.size - 1
    slot = digest % count
    while slots[slot] != UNKNOWN:
        number = slots[slot]
        if wheres[number] == where and np.array_equal(lines[number], row):
            return number
        slot = (slot + 1) % count
    number = slots[count]
    if number == wheres.size:
        return UNKNOWN
    lines[number] = row
    wheres[number] = where
    slots[slot] = number
    slots[count] += 1
    return number


@compiled
def _recall(numbers: np.ndarray, size: int, known: np.ndarray, counts: np.ndarray, wanted: np.ndarray,
            found: np.ndarray) -> int:  # fmt: skip
    """Fill `found` with the best known plays of the lines that need no search; returns how many."""
    used = 0
    for direction in range(2):
        for line in range(size):
            number = numbers[direction, line]
            if number < 0 or wanted[direction, line]:
                continue
            for i in range(counts[number]):
                play = known[number, i]
                used = keep(found, used, True, play[SCORE], play[WHERE], play[TILES])
    return used


@compiled
def _complete(numbers: np.ndarray, size: int, known: np.ndarray, counts: np.ndarray, lasts: np.ndarray,
              wanted: np.ndarray, found: np.ndarray, used: int) -> int:  # fmt: skip
    """Mark the lines that may have better plays than those in `found` which are not known; returns how many plays of
    the other lines are in `found` then."""
    while True:
        known_too = False
        for direction in range(2):
            for line in range(size):
                number = numbers[direction, line]
                if number == BARE or wanted[direction, line]:
                    continue
                if number != UNKNOWN and counts[number] != NEVER:
                    last = lasts[number]
                    if last[SCORE] == NO_LIMIT:
                        continue
                    if used == len(found) and not comes_before(found, used - 1, last[SCORE], last[WHERE], last[TILES]):
                        continue
                    known_too |= counts[number] > 0
                wanted[direction, line] = True
        if not known_too:
            return used
        used = _recall(numbers, size, known, counts, wanted, found)


@compiled
def _remember(numbers: np.ndarray, size: int, known: np.ndarray, counts: np.ndarray, lasts: np.ndarray,
              wanted: np.ndarray, found: np.ndarray, used: int) -> None:  # fmt: skip
    """Store the results of the lines that were searched, and the last play that was good enough."""
    for direction in range(2):
        for line in range(size):
            number = numbers[direction, line]
            if number < 0 or not wanted[direction, line]:
                continue
            count = 0
            for i in range(used):
                if found[i, WHERE] >> LINE_BITS == direction << LINE_BITS | line:
                    known[number, count] = found[i]
                    count += 1
            counts[number] = count
            if used == len(found):
                lasts[number] = found[used - 1]
            else:
                lasts[number, SCORE] = NO_LIMIT
                lasts[number, WHERE] = lasts[number, TILES] = 0
