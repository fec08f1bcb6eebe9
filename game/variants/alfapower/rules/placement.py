"""Check a placement and find the runs it makes: the checks 1–5 of a placement, in the order of the rules.

Each check looks at all the tiles before the next one does. Nothing here reads the word list, so the readout may use it.
"""

from collections.abc import Sequence

from game.crossword.board import Board, Cell
from game.crossword.layouts import PLAIN
from game.crossword.placement import Placement, all_in_words, connected, in_line, squares
from game.crossword.tiles import ALPHABETS, Placed, TileSet, is_alfa, letter_of
from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused
from game.kernel.setting_types import Ruleset
from game.variants.alfapower.rules.state import MatchState


def examine(state: MatchState, seat: Seat, tiles: Sequence[Placed]) -> Placement:
    """Check the tiles of `seat` against the rules of placing; raises Refused with the first code that applies."""
    board, rules = state.board, state.rules
    indices = squares(board, state.players[seat].hand, tiles, ALPHABETS[rules.text("language")])
    alfa = _alfa_marks(board, rules, tiles)
    _targets(board, seat, indices, alfa, rules.flag("alfa_replace"))
    fresh = _laid(board, seat, tiles, indices, alfa, state.tileset)
    plain = [index for index, is_free in zip(indices, alfa, strict=True) if not is_free]
    in_line(board, plain, fresh)
    if not (any(alfa) and rules.flag("alfa_free_placement")):
        connected(board, indices, state.opened)
    across, down = board.runs_through(fresh)
    all_in_words(across, down, plain)
    return Placement(fresh, across, down)


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
    """Check 2: living squares that no other claimed, no Alfa cell, and empty but for an Alfa tile that replaces."""
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
        letter = placed.named or letter_of(placed.tile)
        value = 0 if blank else tileset.value(letter)
        if mark:
            fresh[index] = Cell(PLAIN, False, letter, blank, value, 0, True, seat)
        else:
            old = board.cells[index]
            fresh[index] = Cell(old.bonus, old.made, letter, blank, value, 0, False, seat)
    return fresh
