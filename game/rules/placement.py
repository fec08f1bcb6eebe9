"""May these tiles lie there, and what runs do they make? The checks 1–5 of a placement, in the order of the rules.

Each check looks at all the tiles before the next one does. Nothing here asks the word list, so the readout may use it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.rules.basics import Seat
from game.rules.board import Board, Cell, Run, neighbours
from game.rules.layouts import PLAIN
from game.rules.options import Ruleset
from game.rules.refusals import Code, Refused
from game.rules.state import MatchState
from game.rules.tiles import ALPHABETS, BLANK, Placed, TileSet, face, is_alfa, without


@dataclass(frozen=True, slots=True)
class Placement:
    """Tiles that may lie as they do: the `fresh` cells as they will be (by index), and the runs they make."""

    fresh: Mapping[int, Cell]
    across: Sequence[Run]
    down: Sequence[Run]


def examine(state: MatchState, seat: Seat, tiles: Sequence[Placed]) -> Placement:
    """Check the tiles of `seat` against the rules of placing; raises Refused with the first code that applies."""
    board, rules = state.board, state.rules
    indices = _tiles_and_squares(state, seat, tiles)
    alfa = _alfa_marks(board, rules, tiles)
    _targets(board, seat, indices, alfa, rules.flag("alfa_replace"))
    fresh = _laid(board, seat, tiles, indices, alfa, state.tileset)
    plain = [index for index, is_free in zip(indices, alfa, strict=True) if not is_free]
    _in_line(board, plain, fresh)
    if not (any(alfa) and rules.flag("alfa_free_placement")):
        _connected(board, indices, state.opened)
    across, down = board.runs_through(fresh)
    _words(across, down, plain)
    return Placement(fresh, across, down)


def _tiles_and_squares(state: MatchState, seat: Seat, tiles: Sequence[Placed]) -> list[int]:
    """Check 1: the tiles are in the hand, each on a square of its own, and blanks name a letter. Gives the indices."""
    if not tiles:
        raise Refused(Code.NO_TILES)
    if without(state.players[seat].hand, [placed.tile for placed in tiles]) is None:
        raise Refused(Code.NOT_IN_HAND)
    size = state.board.size
    indices = []
    for row, col, _, _ in tiles:
        if not (0 <= row < size and 0 <= col < size):
            raise Refused(Code.OFF_BOARD)
        indices.append(row * size + col)
    if len(set(indices)) != len(indices):
        raise Refused(Code.SAME_CELL)
    alphabet = ALPHABETS[state.rules.text("language")]
    for placed in tiles:
        blank = face(placed.tile) == BLANK
        if blank != bool(placed.named) or placed.named not in alphabet:
            raise Refused(Code.BLANK_LETTER)
    return indices


def _alfa_marks(board: Board, rules: Ruleset, tiles: Sequence[Placed]) -> list[bool]:
    """For each tile whether it counts as an Alfa tile: at the board's limit one plays as the plain tile it is made of,
    and within one turn the tiles count in the order given."""
    marks = [is_alfa(placed.tile) for placed in tiles]
    limit = rules.limit("alfa_on_board")
    if limit is None:
        return marks
    room = limit - board.alfa_cells()
    for i, mark in enumerate(marks):
        if mark:
            marks[i] = room > 0
            room -= 1
    return marks


def _targets(board: Board, seat: Seat, indices: Sequence[int], alfa: Sequence[bool], replace: bool) -> None:
    """Check 2: living squares that nobody else claimed, no Alfa cell, and empty but for an Alfa tile that replaces."""
    cells = [board.cells[index] for index in indices]
    if any(cell.dead for cell in cells):
        raise Refused(Code.DEAD)
    if any(cell.claim is not None and cell.claim != seat for cell in cells):
        raise Refused(Code.CLAIMED)
    if any(cell.alfa for cell in cells):
        raise Refused(Code.ALFA_CELL)
    if any(cell.letter and not (mark and replace) for cell, mark in zip(cells, alfa, strict=True)):
        raise Refused(Code.OCCUPIED)


def _laid(board: Board, seat: Seat, tiles: Sequence[Placed], indices: Sequence[int], alfa: Sequence[bool],
          tileset: TileSet) -> dict[int, Cell]:  # fmt: skip
    """The cells as they will be: a tile ends a claim; an Alfa tile wipes all that its cell held, bonus included."""
    fresh = {}
    for placed, index, mark in zip(tiles, indices, alfa, strict=True):
        blank = bool(placed.named)
        letter = placed.named or face(placed.tile)
        value = 0 if blank else tileset.value(letter)
        if mark:
            fresh[index] = Cell(PLAIN, False, letter, blank, value, 0, True, seat)
        else:
            old = board.cells[index]
            fresh[index] = Cell(old.bonus, old.made, letter, blank, value, 0, False, seat)
    return fresh


def _in_line(board: Board, plain: Sequence[int], fresh: Mapping[int, Cell]) -> None:
    """Check 3: the plain tiles share a row or a column, and no cell between the first and the last is empty."""
    if len(plain) < 2:
        return
    size = board.size
    first, last = min(plain), max(plain)
    row, col = divmod(first, size)
    if all(index // size == row for index in plain):
        step = 1
    elif all(index % size == col for index in plain):
        step = size
    else:
        raise Refused(Code.NOT_IN_LINE)
    for index in range(first, last, step):
        if index not in fresh and not board.cells[index].letter:
            raise Refused(Code.GAP)


def _connected(board: Board, indices: Sequence[int], opened: bool) -> None:
    """Check 4: the first word lies on the centre; later ones touch or replace a tile that was there before.

    When blasts have left no tile on the board there is nothing to connect to.
    """
    if not opened:
        if board.center not in indices:
            raise Refused(Code.MUST_CROSS_CENTER)
        return
    cells, near = board.cells, neighbours(board.size)
    for index in indices:
        if cells[index].letter or any(cells[other].letter for other in near[index]):
            return
    if board.has_tiles():
        raise Refused(Code.NOT_CONNECTED)


def _words(across: Sequence[Run], down: Sequence[Run], plain: Sequence[int]) -> None:
    """Check 5: at least one word, and every plain tile part of one; an Alfa tile may stand alone."""
    covered = {index for run in (*across, *down) for index in run}
    if not covered or any(index not in covered for index in plain):
        raise Refused(Code.NO_WORD)
