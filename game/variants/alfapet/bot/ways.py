"""Where a word of Alfapet can go, as paths for the search: rows and columns, through the corners that lie, round a new
one, and on from behind a black tile."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bots.engine.board_lines import CONNECTED, JOINS, LOOSE
from bots.engine.paths import ACROSS, DOWN, LONGEST_PATH, NOWHERE, TURNS, Path
from game.variants.alfapet.bot import rules
from game.variants.alfapet.bot.rules import Board, run_through, words_through

BEFORE_A_CORNER = 15
"""Squares of a path before its new corner, at most."""

REACH = 5
"""How many free squares may lie from a new corner to where the word joins what lies, both included."""

TURNS_BEHIND = 5
"""How far behind a black tile a word may turn."""


class Way(NamedTuple):
    """A path, and what is laid along with the word: the square of a black tile, and at the path's corner an arrow, that
    turns it `downwards` or across."""

    path: Path
    black: int | None = None
    arrow: tuple[int, str] | None = None


class Ways:
    """The ways on one board; `joining` are the squares where a letter joins what lies (or begins the match)."""

    def __init__(self, board: Board, joining: Sequence[bool]) -> None:
        self.board, self.joining = board, joining
        size = board.size
        self.rows = [range(row * size, (row + 1) * size) for row in range(size)]
        self.columns = [range(col, size * size, size) for col in range(size)]

    def plain(self) -> Iterator[Way]:
        """Rows and columns, and the bent words that lie, which may grow before their corner or after it."""
        for way, lines in ((ACROSS, self.rows), (DOWN, self.columns)):
            for line in lines:
                if any(self.joining[cell] for cell in line):
                    anchors = tuple(CONNECTED * self.joining[cell] for cell in line)
                    yield Way(Path(tuple(line), (way,) * len(line), anchors))
        for corner in self.board.corners:
            yield from self._grown(corner)

    def bent(self) -> Iterator[Way]:
        """Round a new corner, not far from where the word joins what lies."""
        for corner, cell in enumerate(self.board.cells):
            if cell.taken:
                continue
            for downwards in (True, False):
                before, after = self._legs(corner, downwards)
                if not (before and after and self._turns_freely(corner, downwards)):
                    continue
                if self._joins(before[::-1], corner) or self._joins(after, corner):
                    yield self._round(before, corner, after, downwards, NOWHERE, None)

    def behind(self, turning: bool) -> Iterator[Way]:
        """Behind a black tile at the end of a word that lies, straight on from there; or `turning` at a new corner."""
        size = self.board.size
        for black in sorted(self._ends()):
            row, col = divmod(black, size)
            beyond = [(ACROSS, self.rows[row][col + 1 :]), (DOWN, self.columns[col][row + 1 :])]
            for way, line in beyond:
                first = next((place for place, cell in enumerate(line) if not self.board.cells[cell].letter), NOWHERE)
                if first == NOWHERE or self.board.cells[line[first]].black:
                    continue
                if not turning:
                    anchors = tuple(CONNECTED * (place == first) for place in range(len(line)))
                    yield Way(Path(tuple(line), (way,) * len(line), anchors, besides=1), black)
                    continue
                for place in range(max(first, 1), min(len(line), first + TURNS_BEHIND)):
                    corner, downwards = line[place], way == ACROSS
                    if self.board.cells[corner].black:
                        break
                    after = self._legs(corner, downwards)[1]
                    if not self.board.cells[corner].letter and after and self._turns_freely(corner, downwards):
                        yield self._round(line[:place], corner, after, downwards, first, black)

    def _round(self, before: Sequence[int], corner: int, after: Sequence[int], downwards: bool, first: int,
               black: int | None) -> Way:  # fmt: skip
        """The way round a new corner. Sought from the corner; behind a black tile, where it joins anyhow, from the
        place `first`."""
        cells = (*before, corner, *after)[:LONGEST_PATH]
        come, go = (ACROSS, DOWN) if downwards else (DOWN, ACROSS)
        place = len(before)
        if black is None:
            anchors = [JOINS * self.joining[cell] for cell in cells]
            anchors[place] = CONNECTED if self.joining[corner] else LOOSE
        else:
            anchors = [CONNECTED * (at == first) for at in range(len(cells))]
        ways = (*(come,) * place, TURNS, *(go,) * (len(cells) - place - 1))
        path = Path(cells, ways, tuple(anchors), place, 1 if black is None else 2)
        return Way(path, black, (corner, rules.DOWN if downwards else rules.ACROSS))

    def _legs(self, corner: int, downwards: bool) -> tuple[Sequence[int], Sequence[int]]:
        """The squares before a corner and after it, as far as no black tile lies: across and then down, or the other
        way round."""
        row, col = divmod(corner, self.board.size)
        across, down = self.rows[row], self.columns[col]
        before, after = (across[:col], down[row + 1 :]) if downwards else (down[:row], across[col + 1 :])
        cells = self.board.cells
        stop = next((place for place, cell in enumerate(before[::-1]) if cells[cell].black), len(before))
        end = next((place for place, cell in enumerate(after) if cells[cell].black), len(after))
        return before[len(before) - min(stop, BEFORE_A_CORNER) :], after[:end]

    def _turns_freely(self, corner: int, downwards: bool) -> bool:
        """Whether no letter lies straight on behind a corner, nor straight before the line on which it goes on: they
        would make words of their own, which are left to people."""
        row, col = divmod(corner, self.board.size)
        return not self.board.letter_at(row, col + 1 if downwards else col - 1) and not self.board.letter_at(
            row - 1 if downwards else row + 1, col
        )

    def _joins(self, leg: Sequence[int], corner: int) -> bool:
        """Whether the word joins what lies within reach of the corner, on this leg of it."""
        free = 0
        for cell in (corner, *leg):
            free += not self.board.cells[cell].letter
            if free > REACH:
                return False
            if self.joining[cell]:
                return True
        return False

    def _grown(self, corner: int) -> Iterator[Way]:
        """A bent word that lies, with tiles before its first letter, or after its last one."""
        board = self.board
        downwards = board.cells[corner].arrow == rules.DOWN
        come, go = (ACROSS, DOWN) if downwards else (DOWN, ACROSS)
        before, after = self._legs(corner, downwards)
        to, on = run_through(board, corner, not downwards), run_through(board, corner, downwards)
        to, on = to[: to.index(corner)], on[on.index(corner) + 1 :]
        for head, tail, place in ((before, on, len(before) - len(to) - 1), (to, after, len(to) + 1 + len(on))):
            cells = (*head, corner, *tail)[:LONGEST_PATH]
            if 0 <= place < len(cells):
                ways = (*(come,) * len(head), TURNS, *(go,) * len(tail))[: len(cells)]
                anchors = tuple(CONNECTED * (at == place) for at in range(len(cells)))
                yield Way(Path(cells, ways, anchors))

    def _ends(self) -> set[int]:
        """The free squares right of, or below, the end of a word that lies, its last two letters in that line."""
        board, size = self.board, self.board.size
        ends = set()
        for word in words_through(board, {cell for cell, one in enumerate(board.cells) if one.letter}):
            step = word.cells[-1] - word.cells[-2]
            cell = word.cells[-1] + step
            inside = cell < size * size and (step != 1 or cell % size)
            if inside and not board.cells[cell].taken:
                ends.add(cell)
        return ends
