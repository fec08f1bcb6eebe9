"""Check a placement and build the board after it: the checks 1–6 of a placement (rule 3), in their order.

Each check covers the whole turn before the next one. Nothing here reads the word list, so the readout may use it.
"""

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from game.crossword.board import Board, Cell, Run, neighbours
from game.crossword.placement import blanks, in_line, kept_of
from game.crossword.tiles import ALPHABETS, BLANK, Tile, TileSet
from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused
from game.variants.flex.rules.actions import Arrange, Square
from game.variants.flex.rules.state import MatchState


@dataclass(frozen=True, slots=True)
class Placement:
    """A turn that may be as it is: the `board` after it, the cells `put` upon, of which the `fresh` ones show another
    letter than before, all `runs` on the board in order, and the hand `left`, with what was taken back in it."""

    board: Board
    put: AbstractSet[int]
    fresh: AbstractSet[int]
    runs: tuple[Run, ...]
    left: tuple[Tile, ...]


def examine(state: MatchState, seat: Seat, turn: Arrange) -> Placement:
    """Check what `seat` wants to do; raises Refused with the first code that applies."""
    before = state.board
    left = kept_of(state.players[seat].hand, turn.tiles, [placed.tile for placed in turn.tiles])
    _squares(before, turn)
    blanks(turn.tiles, ALPHABETS[state.rules.text("language")])
    _loosening(state, seat, turn)
    loosened = [before.size * row + col for row, col in _origins(turn)]
    _free(before, loosened, turn)
    put = _put(before, state.tileset, seat, turn)
    after = before.put({**{index: _bare(before.cells[index]) for index in loosened}, **put})
    if not turn.flexes:
        in_line(before, list(put), put)
    lying = frozenset(index for index, cell in enumerate(after.cells) if cell.letter)
    _joined(before, after, lying)
    across, down = after.runs_through(lying)
    if not across and not down:
        raise Refused(Code.NO_WORD)
    fresh = frozenset(index for index, cell in put.items() if cell.letter != before.cells[index].letter)
    taken = tuple(token_of(before.cells[row * before.size + col]) for row, col in turn.takes)
    return Placement(after, frozenset(put), fresh, (*across, *down), left + taken)


def token_of(cell: Cell) -> Tile:
    """The tile that lies there, as it is in a hand: a blank is a blank again."""
    return BLANK if cell.blank else cell.letter


def _origins(turn: Arrange) -> list[Square]:
    """Every square from which a tile is moved or taken."""
    return [*(origin for origin, _ in turn.moves), *turn.takes]


def _targets(turn: Arrange) -> list[Square]:
    """Every square onto which a tile is laid or moved."""
    return [*((placed.row, placed.col) for placed in turn.tiles), *(target for _, target in turn.moves)]


def _squares(board: Board, turn: Arrange) -> None:
    """Check 1: every square named is on the board; no two tiles go to one, none is named twice or stays where it is."""
    origins, targets = _origins(turn), _targets(turn)
    if any(board.index(row, col) is None for row, col in (*origins, *targets)):
        raise Refused(Code.OFF_BOARD)
    twice = len(set(targets)) != len(targets) or len(set(origins)) != len(origins)
    if twice or any(origin == target for origin, target in turn.moves):
        raise Refused(Code.SAME_CELL)


def _loosening(state: MatchState, seat: Seat, turn: Arrange) -> None:
    """Check 2: a flex turn is left, a tile lies wherever one is lifted, and fewer are taken than laid."""
    if turn.flexes and state.flex_left(seat) == 0:
        raise Refused(Code.NO_FLEX_LEFT)
    board = state.board
    if not all(board.cells[row * board.size + col].letter for row, col in _origins(turn)):
        raise Refused(Code.NO_TILE)
    if turn.takes and len(turn.takes) >= len(turn.tiles):
        raise Refused(Code.TOO_MANY_TAKES)


def _free(before: Board, loosened: Collection[int], turn: Arrange) -> None:
    """Check 3: what is laid or moved goes where nothing lies, or where it is lifted in this turn."""
    targets = [row * before.size + col for row, col in _targets(turn)]
    if any(before.cells[index].letter and index not in loosened for index in targets):
        raise Refused(Code.OCCUPIED)


def _put(before: Board, tileset: TileSet, seat: Seat, turn: Arrange) -> dict[int, Cell]:
    """The cells onto which something is laid or moved, as they will be. A moved tile stays that of who laid it."""
    cells, size = before.cells, before.size
    put = {}
    for placed in turn.tiles:
        index = placed.row * size + placed.col
        letter, blank = placed.named or placed.tile, placed.tile == BLANK
        value = 0 if blank else tileset.value(letter)
        put[index] = cells[index]._replace(letter=letter, blank=blank, value=value, by=seat)
    for origin, target in turn.moves:
        tile = cells[origin[0] * size + origin[1]]
        index = target[0] * size + target[1]
        put[index] = cells[index]._replace(letter=tile.letter, blank=tile.blank, value=tile.value, by=tile.by)
    return put


def _bare(cell: Cell) -> Cell:
    """The square when its tile is lifted."""
    return cell._replace(letter="", blank=False, value=0, by=None)


def _joined(before: Board, after: Board, lying: AbstractSet[int]) -> None:
    """Check 5: the first word lies on the centre; later all tiles are one group, each next to another."""
    if not before.has_tiles():
        if before.center not in lying:
            raise Refused(Code.MUST_CROSS_CENTER)
        return
    near = neighbours(after.size)
    reached, ahead = set(), {min(lying)}
    while ahead:
        reached |= ahead
        ahead = {other for index in ahead for other in near[index] if other in lying} - reached
    if reached != lying:
        raise Refused(Code.NOT_CONNECTED)
