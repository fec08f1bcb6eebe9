"""Check a placement and find the words it makes: the checks 1–6 of rule 3, in their order.

Each check covers the whole turn before the next one. Nothing here reads the word list, so the readout may use it.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from game.crossword.placement import blanks, connected, kept_of
from game.crossword.tiles import ALPHABETS, BLANK, Tile, TileSet
from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.board import DOWN, Board, Cell
from game.variants.alfapet.rules.reading import Reading, words_through
from game.variants.alfapet.rules.state import MatchState
from game.variants.alfapet.rules.tiles import SPECIALS


@dataclass(frozen=True, slots=True)
class Placement:
    """Tiles that may lie as they do: the `board` with them, the cells of the `laid` letters, the `words` they make in
    order, and the rack that is `left`."""

    board: Board
    laid: AbstractSet[int]
    words: tuple[Reading, ...]
    left: tuple[Tile, ...]


def examine(state: MatchState, seat: Seat, lay: Lay) -> Placement:
    """Check what `seat` wants to lay; raises Refused with the first code that applies."""
    board = state.board
    left = _in_hand(state, seat, lay)
    _squares(board, lay)
    blanks(lay.tiles, ALPHABETS[state.rules.text("language")])
    _free(board, lay)
    after = _laid(board, seat, lay, state.tileset)
    laid = frozenset(placed.row * board.size + placed.col for placed in lay.tiles)
    _arrow(after, laid, lay)
    _in_line(after, laid, lay)
    words = words_through(after, laid)
    main = [word for word in words if laid <= set(word.cells)]
    if lay.black is not None:
        _black(board, lay.black, main)
    else:
        connected(board, laid, board.has_tiles())
    if not main:
        raise Refused(Code.NO_WORD)
    return Placement(after, laid, words, left)


def _in_hand(state: MatchState, seat: Seat, lay: Lay) -> tuple[Tile, ...]:
    """Check 1: at least one letter tile, and everything is in the rack, black tile and arrow too; as letters these two
    never are. Gives what stays in the rack."""
    left = kept_of(state.players[seat].hand, lay.tiles, lay.used)
    if any(placed.tile in SPECIALS for placed in lay.tiles):
        raise Refused(Code.NOT_IN_HAND)
    return left


def _covered(lay: Lay) -> list[tuple[int, int]]:
    """The cells onto which a letter or the black tile goes."""
    return [*((placed.row, placed.col) for placed in lay.tiles), *([lay.black] if lay.black is not None else [])]


def _squares(board: Board, lay: Lay) -> None:
    """Check 1: every cell named is on the board, and no two tiles share one. An arrow lies under a letter."""
    cells = _covered(lay)
    arrow = [lay.arrow[:2]] if lay.arrow is not None else []
    if any(board.index(row, col) is None for row, col in (*cells, *arrow)):
        raise Refused(Code.OFF_BOARD)
    if len(set(cells)) != len(cells):
        raise Refused(Code.SAME_CELL)


def _free(board: Board, lay: Lay) -> None:
    """Check 2: neither a tile nor the black tile goes onto a letter or a black tile."""
    if any(board.cells[row * board.size + col].taken for row, col in _covered(lay)):
        raise Refused(Code.OCCUPIED)


def _laid(board: Board, seat: Seat, lay: Lay, tileset: TileSet) -> Board:
    """The board with all of it."""
    arrow = {lay.arrow[0] * board.size + lay.arrow[1]: lay.arrow[2]} if lay.arrow is not None else {}
    fresh = {}
    for placed in lay.tiles:
        index = placed.row * board.size + placed.col
        blank = placed.tile == BLANK
        letter = placed.named if blank else placed.tile
        value = 0 if blank else tileset.value(letter)
        fresh[index] = Cell(board.cells[index].bonus, letter, blank, value, seat, arrow.get(index, ""))
    if lay.black is not None:
        index = lay.black[0] * board.size + lay.black[1]
        fresh[index] = Cell(board.cells[index].bonus, by=seat, black=True)
    return board.put(fresh)


def _arrow(after: Board, laid: AbstractSet[int], lay: Lay) -> None:
    """Check 3: the arrow lies under a letter laid in this turn, with a letter before it and one after it, the way the
    word goes."""
    if lay.arrow is None:
        return
    row, col, direction = lay.arrow
    before = (row, col - 1) if direction == DOWN else (row - 1, col)
    after_it = (row + 1, col) if direction == DOWN else (row, col + 1)
    under = row * after.size + col in laid
    if not (under and after.letter_at(*before) and after.letter_at(*after_it)):
        raise Refused(Code.BAD_ARROW)


def _in_line(after: Board, laid: AbstractSet[int], lay: Lay) -> None:
    """Check 4: the letters share a row or a column, or lie on the line that comes to the corner and on from it; and
    from the first to the last every cell of that line holds a letter."""
    line = _line(after.size, laid, lay)
    places = [place for place, index in enumerate(line) if index in laid]
    if len(places) != len(laid):
        raise Refused(Code.NOT_IN_LINE)
    if not all(after.cells[index].letter for index in line[places[0] : places[-1]]):
        raise Refused(Code.GAP)


def _line(size: int, laid: AbstractSet[int], lay: Lay) -> Sequence[int]:
    """The cells on which the letters have to lie, in order."""
    if lay.arrow is not None:
        row, col, direction = lay.arrow
        across, down = row * size, row * size + col
        if direction == DOWN:
            return (*range(across, down + 1), *range(down + size, size * size, size))
        return (*range(col, down + 1, size), *range(down + 1, across + size))
    row, col = divmod(min(laid), size)
    if all(index // size == row for index in laid):
        return range(row * size, (row + 1) * size)
    return range(col, size * size, size)


def _black(before: Board, black: tuple[int, int], main: Sequence[Reading]) -> None:
    """Check 5 with a black tile: a word that stood before ends at it, and one that holds every letter laid now begins
    behind it. The two may go different ways."""
    row, col = black
    size = before.size
    ends = (before.letter_at(row, col - 1) and _ends_at(before, row * size + col - 1, 1)) or (
        before.letter_at(row - 1, col) and _ends_at(before, (row - 1) * size + col, size)
    )
    begins = {(False, row * size + col + 1)} if col + 1 < size else set()
    begins.add((True, (row + 1) * size + col))
    if not ends or not any((word.downwards, word.first) in begins for word in main):
        raise Refused(Code.BAD_BLACK)


def _ends_at(before: Board, last: int, step: int) -> bool:
    """Whether a word ends with that letter, its last two a `step` apart."""
    return any(word.cells[-2:] == (last - step, last) for word in words_through(before, {last}))
