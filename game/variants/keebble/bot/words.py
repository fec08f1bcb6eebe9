"""The words that letters given can make in a line of the board, and what new words pay.

A line is walked in the direction of reading, and the letter graph says at each square which letters lead on; so only
beginnings of words are ever tried.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from bots.engine.board_lines import follow
from bots.engine.building import Graph
from bots.engine.view_to_position import letters_of
from game.variants.keebble.bot.rules import (
    COLUMNS,
    DOWN,
    LEFT,
    RIGHT,
    ROWS,
    SIZE,
    UP,
    WILD,
    WORD_FACTOR,
    Board,
    Cell,
    MatchState,
    Room,
    Run,
    edge_between,
    is_read,
    letter_value,
    readings_of,
    score_word,
)


class Known:
    """The words of a graph, as the rules ask a word list; what was asked is remembered."""

    def __init__(self, graph: Graph, language: str) -> None:
        self.graph = graph
        self.numbers = {letter: number for number, letter in enumerate(letters_of(language), 1)}
        self._asked: dict[str, bool] = {}
        self._arcs: dict[int, Mapping[str, int]] = {}

    def __contains__(self, word: object) -> bool:
        text = str(word)
        if text not in self._asked:
            self._asked[text] = self._look_up(text)
        return self._asked[text]

    def arcs(self, arc: int) -> Mapping[str, int]:
        """The letters with which a word goes on from the end of an arc, each with the arc that it leads to."""
        node = arc >> 1
        if node not in self._arcs:
            mask = int(self.graph.nodes[node])
            ahead = [letter for letter, number in self.numbers.items() if mask >> number & 1]
            nodes, arcs = self.graph.nodes, self.graph.arcs
            self._arcs[node] = {letter: int(follow(nodes, arcs, node, self.numbers[letter])) for letter in ahead}
        return self._arcs[node]

    @property
    def root(self) -> int:
        """The arc before the first letter."""
        return self.graph.right << 1

    def _look_up(self, text: str) -> bool:
        arc = self.root
        for letter in text:
            ahead = self.arcs(arc)
            if letter not in ahead:
                return False
            arc = ahead[letter]
        return bool(arc & 1)


class Spelling(NamedTuple):
    """A word that the letters make in a line: the `points` of that word alone, and what is written where."""

    points: int
    tiles: tuple[tuple[int, str], ...]


class Walk:
    """All words of one line that some of the letters given can make."""

    def __init__(self, state: MatchState, board: Board, known: Known, room: Room, line: tuple[int, ...]) -> None:
        self.state, self.board, self.known, self.room, self.line = state, board, known, room, line
        self.cells = [board.cells[index] for index in line]
        self.joined = [False] + [edge_between(*pair) not in board.walls for pair in zip(line, line[1:], strict=False)]
        self.worth = dict(state.values)
        self.found: list[Spelling] = []

    def spellings(self, letters: Sequence[str]) -> list[Spelling]:
        """What `letters` (of an option, without marks of overwriting) can make."""
        self.found = []
        for start in range(SIZE - 1):
            if not (self.joined[start] and self.cells[start - 1].letter):
                self._on(start, self.known.root, tuple(letters), (), (0, 1))
        return self.found

    def _on(self, place: int, arc: int, letters: tuple[str, ...], tiles: tuple[tuple[int, str], ...],
            points: tuple[int, int]) -> None:  # fmt: skip
        """The word so far ends before `place`, at `arc`; `points` are its sum and factor."""
        ends = place == SIZE or not self.joined[place] and place > 0
        if arc & 1 and self._changes(tiles) and (ends or self.cells[place].dead or not self.cells[place].letter):
            self.found.append(Spelling(points[0] * points[1] + self.state.word_change, tiles))
        if place == SIZE or (ends and arc != self.known.root) or self.cells[place].dead:
            return
        cell = self.cells[place]
        if cell.letter:
            self._step(place, arc, cell.letter, cell, letters, tiles, points)
        over = sum(bool(self.board.cells[index].letter) for index, _ in tiles)
        may_write = over < self.room.over and cell.owner == self.state.active
        if may_write if cell.letter else len(tiles) - over < self.room.fresh:
            for given in dict.fromkeys(letters):
                rest = list(letters)
                rest.remove(given)
                is_wild = given.startswith(WILD)
                for letter in self.known.arcs(arc) if is_wild else (given,):
                    score = int(given[1]) if is_wild else self.worth[given]
                    said = letter.lower() + given[1] if is_wild else given
                    written = cell._replace(letter=letter, score=score)
                    self._step(place, arc, letter, written, tuple(rest), (*tiles, (self.line[place], said)), points)

    def _changes(self, tiles: tuple[tuple[int, str], ...]) -> bool:
        """Whether the line does not read as before: a letter may be overwritten by the same one."""
        return any(self.board.cells[index].letter != said[0].upper() for index, said in tiles)

    def _step(self, place: int, arc: int, letter: str, cell: Cell, letters: tuple[str, ...],
              tiles: tuple[tuple[int, str], ...], points: tuple[int, int]) -> None:  # fmt: skip
        after = self.known.arcs(arc).get(letter)
        if after is not None:
            worth = points[0] + letter_value(self.state, cell), points[1] * WORD_FACTOR.get(cell.kind, 1)
            self._on(place + 1, after, letters, tiles, worth)


@lru_cache
def _lines(directions: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    ways = {RIGHT: ROWS, LEFT: [line[::-1] for line in ROWS], DOWN: COLUMNS, UP: [line[::-1] for line in COLUMNS]}
    return tuple(line for direction in directions for line in ways[direction])


class Speller:
    """Finds words on boards of one match; a line that looks as before, for the same letters, is not walked again."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self._walked: dict[object, list[Spelling]] = {}

    def spellings(self, state: MatchState, board: Board, letters: Sequence[str], room: Room) -> list[Spelling]:
        """All words that some of the letters make for the seat on turn, those with most points first."""
        found: list[Spelling] = []
        tokens, fixed = tuple(sorted(letters)), (state.active, state.powers, room)
        for line in _lines(tuple(way for way in (RIGHT, DOWN, LEFT, UP) if is_read(state.rules, way))):
            cells = tuple(board.cells[index] for index in line)
            walls = tuple(edge_between(*pair) in board.walls for pair in zip(line, line[1:], strict=False))
            key = line, cells, walls, tokens, fixed
            if key not in self._walked:
                self._walked[key] = Walk(state, board, self.known, room, line).spellings(tokens)
            found += self._walked[key]
        return sorted(found, key=lambda one: (-one.points, one.tiles))


def gains_of(state: MatchState, board: Board, near: Iterable[int], known: Known) -> tuple[int, ...]:
    """What each seat gets of the new words on the board that the seat on turn has made; all changes are `near` these
    cells."""
    sums = [0] * len(state.players)
    for run, text in _new_runs(state.board, board, near).items():
        for reading in readings_of(state.rules, run, text):
            if reading.text in known:
                word = score_word(state, board, state.active, reading)
                sums[state.active] += word.points
                for seat, points in word.others:
                    sums[seat] += points
    return tuple(max(0, points) for points in sums)


def _new_runs(before: Board, after: Board, near: Iterable[int]) -> Mapping[Run, str]:
    found: dict[Run, str] = {}
    for index in near:
        for downwards in (False, True):
            cells = run_through(after, index, downwards)
            text = "".join(after.cells[cell].letter for cell in cells)
            same = cells == run_through(before, index, downwards)
            if len(cells) > 1 and not (same and text == "".join(before.cells[cell].letter for cell in cells)):
                found[Run(downwards, cells)] = text
    return found


def run_through(board: Board, index: int, downwards: bool) -> tuple[int, ...]:
    """The cells of the run through a cell, from the left or top; none where it has no letter."""
    if not board.cells[index].letter:
        return ()
    line, place = (COLUMNS[index % SIZE], index // SIZE) if downwards else (ROWS[index // SIZE], index % SIZE)
    return (*reversed(list(_onwards(board, line[place::-1]))), *list(_onwards(board, line[place:]))[1:])


def _onwards(board: Board, line: Sequence[int]) -> Iterator[int]:
    """The cells from the first one on as far as letters go without a wall between."""
    yield line[0]
    for one, other in zip(line, line[1:], strict=False):
        if not board.cells[other].letter or edge_between(one, other) in board.walls:
            return
        yield other
