"""Writing letters on the board: of an option, or all of a backpack (K4, Letters)."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from game.crossword.placement import distinct
from game.crossword.tiles import ALPHABETS, without
from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused
from game.variants.keebble.rules.actions import Written
from game.variants.keebble.rules.board import COLUMNS, ROWS, SIZE, Board, index_of
from game.variants.keebble.rules.option import CONNECT, OVERWRITE, STRAIGHT, WILD
from game.variants.keebble.rules.state import MatchState

DIGITS = "0123456789"


@dataclass(frozen=True, slots=True)
class Room:
    """What is due of letters given: `over` of them overwrite letters of the writer's own, `fresh` take empty cells."""

    over: int
    fresh: int


def room_for(board: Board, seat: Seat, given: Sequence[str]) -> Room:
    """What is due of the letters `given`, marks of overwriting among them; what finds no room is lost."""
    marks = given.count(OVERWRITE)
    letters = len(given) - marks
    over = min(marks, letters, len(board.of_owner(seat)))
    return Room(over, min(letters - over, len(board.empty_cells)))


def write(state: MatchState, seat: Seat, given: Sequence[str], tiles: Sequence[Written], *,
          whole: bool = True) -> tuple[Board, int]:  # fmt: skip
    """The board with `tiles` written on it by `seat`, and how many of them took empty cells. Raises Refused. Unless it
    is the `whole`, some of what is due may be left to write."""
    board, alphabet = state.board, ALPHABETS[state.rules.text("language")]
    room = room_for(board, seat, given)
    read = [_read(said) for _, _, said in tiles]
    indices = _squares([letter for letter in given if letter != OVERWRITE], tiles, read, alphabet)
    if any(board.cells[index].dead for index in indices):
        raise Refused(Code.DEAD)
    taken = [index for index in indices if board.cells[index].letter]
    if any(board.cells[index].owner != seat for index in taken) or len(taken) > room.over:
        raise Refused(Code.OCCUPIED)
    if whole:
        if len(indices) != room.over + room.fresh:
            raise Refused(Code.WRONG_COUNT)
        if len(taken) < room.over:
            raise Refused(Code.MUST_OVERWRITE)
        _meets_powers(state, seat, indices, room)
    worth = dict(state.values)
    fresh = {}
    for index, (tile, named) in zip(indices, read, strict=True):
        score = int(tile.removeprefix(WILD)) if named else worth[tile]
        cell = board.cells[index]
        fresh[index] = cell._replace(letter=named.upper() or tile, wild=bool(named), owner=seat, score=score)
    return board.put(fresh), len(indices) - len(taken)


def _read(said: str) -> tuple[str, str]:
    """A written letter as the one given and what a wildcard is to be: "t3" is "?3" as t."""
    return (WILD + said[1], said[0]) if len(said) == 2 and said[1] in DIGITS else (said, "")


def _squares(letters: Sequence[str], tiles: Sequence[Written], read: Sequence[tuple[str, str]],
             alphabet: str) -> list[int]:  # fmt: skip
    """Check 1: the letters were given, each goes on a square of its own, and wildcards name a letter."""
    if without(letters, [tile for tile, _ in read]) is None:
        raise Refused(Code.NOT_IN_HAND)
    indices = distinct(index_of, [(row, col) for row, col, _ in tiles])
    if any(tile.startswith(WILD) and named not in tuple(alphabet.lower()) for tile, named in read):
        raise Refused(Code.BLANK_LETTER)
    return indices


def _meets_powers(state: MatchState, seat: Seat, indices: Sequence[int], room: Room) -> None:
    """Check 3: in line while that is asked for, connected while that is; neither where no choice of cells could."""
    board, straight, connect = state.board, state.has_power(STRAIGHT), state.has_power(CONNECT)
    if not can_be_met(board, seat, room, straight, connect):
        return
    rows, cols = {index // SIZE for index in indices}, {index % SIZE for index in indices}
    if straight and len(rows) > 1 and len(cols) > 1:
        raise Refused(Code.NOT_IN_LINE)
    fresh = frozenset(index for index in indices if not board.cells[index].letter)
    if connect and board.spread(fresh) != fresh:
        raise Refused(Code.NOT_CONNECTED)


def can_be_met(board: Board, seat: Seat, room: Room, straight: bool, connect: bool) -> bool:
    """Whether some choice of cells has room for the letters due and meets what is asked for."""
    own, empty = frozenset(board.of_owner(seat)), frozenset(board.empty_cells)
    lines = (*ROWS, *COLUMNS) if straight else (tuple(range(SIZE * SIZE)),)
    return any(_holds(board, own & set(line), empty & set(line), room, connect) for line in lines)


def _holds(board: Board, own: AbstractSet[int], empty: AbstractSet[int], room: Room, connect: bool) -> bool:
    """Whether there are as many letters of one's own to overwrite and cells to take as are due."""
    free = board.spread(empty) if connect else empty
    return len(own) >= room.over and len(free) >= room.fresh
