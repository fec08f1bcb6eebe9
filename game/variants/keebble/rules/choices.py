"""Find what may be chosen next on the board while an option is carried out (K4, K7): the cells that leave a way to its
lawful end. A page lights them and refuses the others before anything is sent."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from game.crossword.layouts import PLAIN
from game.kernel.base_types import Seat
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.actions import Take, sound
from game.variants.keebble.rules.board import COLUMNS, ROWS, SIZE, Board, index_of
from game.variants.keebble.rules.letters import Room, can_be_met, room_for
from game.variants.keebble.rules.option import CONNECT, STRAIGHT, Option
from game.variants.keebble.rules.state import MatchState


class Choices(NamedTuple):
    """How many targets are `due` in all, and the `cells` (by index) that may be the next one; of walls no cells, for an
    edge without a wall is in sight."""

    due: int
    cells: tuple[int, ...] = ()


def choices(state: MatchState, seat: Seat, option: Option, take: Take) -> Choices:
    """What is due of an option and may be chosen next, with what `take` has chosen so far."""
    board, cells = state.board, state.board.cells
    match option.kind:
        case kinds.LETTERS | kinds.BACKPACK:
            saved = option.kind == kinds.BACKPACK
            given = state.players[seat].backpack if saved else option.letters
            return _letters(state, seat, room_for(board, seat, given), _at(sound(take.tiles)))
        case kinds.WALL:
            return Choices(min(option.n, len(board.open_edges)))
        case kinds.SPECIAL:
            fit = [index for index, cell in enumerate(cells) if not cell.dead and cell.kind == PLAIN]
            return _left(option.n, fit, _at(sound(take.cells)))
        case kinds.SWAP:
            return _left(option.n, board.lettered, _at(sound(take.tiles)))
        case kinds.DESTROY:
            living = [index for index, cell in enumerate(cells) if not cell.dead]
            return _left(option.n, living, _at(sound(take.parts)))
    return Choices(0)


def _at(targets: Sequence[Sequence[object]]) -> frozenset[int]:
    """The cells of targets, of those that are on the board."""
    found = (index_of(row, col) for row, col, *_ in targets if isinstance(row, int) and isinstance(col, int))
    return frozenset(index for index in found if index is not None)


def _left(n: int, fit: Sequence[int], chosen: AbstractSet[int]) -> Choices:
    due = min(n, len(fit))
    return Choices(due, tuple(index for index in fit if index not in chosen) if len(chosen) < due else ())


def _letters(state: MatchState, seat: Seat, room: Room, chosen: AbstractSet[int]) -> Choices:
    """Cells for letters. Where they must share a line or be connected, those of the lines with room for all of them,
    and of empty ones those that are connected to the board or to what is written already."""
    board, straight, connect = state.board, state.has_power(STRAIGHT), state.has_power(CONNECT)
    if not can_be_met(board, seat, room, straight, connect):
        straight = connect = False
    lines = (*ROWS, *COLUMNS) if straight else (tuple(range(SIZE * SIZE)),)
    own, empty = frozenset(board.of_owner(seat)), frozenset(board.empty_cells)
    found: set[int] = set()
    for line in lines:
        if chosen <= set(line):
            found |= _in_line(board, own & set(line), empty & set(line), room, chosen, connect)
    return Choices(room.over + room.fresh, tuple(sorted(found)))


def _in_line(board: Board, own: AbstractSet[int], empty: AbstractSet[int], room: Room, chosen: AbstractSet[int],
             connect: bool) -> set[int]:  # fmt: skip
    """The cells of a line that may be next; none where the line has no room for all that is due."""
    free = board.spread(empty) if connect else empty
    if len(own) < room.over or len(free) < room.fresh:
        return set()
    fresh, found = chosen & free, set[int]()
    if len(chosen & own) < room.over:
        found |= own - chosen
    if len(fresh) < room.fresh:
        found |= {index for index in free - chosen if not connect or index in board.spread(fresh | {index})}
    return found
