"""Where letters may lie that make no word: what the rules and the active powers allow."""

import random
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from game.variants.keebble.bot.rules import (
    COLUMNS,
    ROWS,
    SIZE,
    WILD,
    Board,
    MatchState,
    Room,
    can_be_met,
    kinds,
    neighbours,
)

Tiles = tuple[tuple[int, str], ...]
"""Cells, and what is written in each: "A", or "a3" for a wildcard."""

ANY_LETTER = "e"
"""What a wildcard is written as where it makes no word."""


def letters_left(board: Board, letters: Sequence[str], room: Room, tiles: Tiles) -> tuple[list[str], Room]:
    """The letters that are not written yet, and the room for them."""
    rest = list(letters)
    for _, said in tiles:
        rest.remove(WILD + said[1] if len(said) > 1 else said)
    over = sum(bool(board.cells[index].letter) for index, _ in tiles)
    return rest, Room(room.over - over, room.fresh - (len(tiles) - over))


def somewhere(state: MatchState, letters: Sequence[str], room: Room, tiles: Tiles,
              rng: random.Random | None) -> Tiles:  # fmt: skip
    """The tiles with the rest of the letters where the powers allow it; by chance, or in order without `rng`."""
    board = state.board
    rest, left = letters_left(board, letters, room, tiles)
    chosen = [index for index, _ in tiles]
    cells = _cells(state, room, left, chosen, rng)
    said = [letter if not letter.startswith(WILD) else ANY_LETTER + letter[1] for letter in rest]
    return (*tiles, *zip(cells, said, strict=False))


def _cells(state: MatchState, room: Room, left: Room, chosen: Sequence[int],
           rng: random.Random | None) -> list[int]:  # fmt: skip
    """Cells for the rest: `left.over` of one's own, `left.fresh` empty ones; fewer where those chosen leave no room
    within the powers."""
    board, seat = state.board, state.active
    straight, connect = state.has_power(kinds.STRAIGHT), state.has_power(kinds.CONNECT)
    if not can_be_met(board, seat, room, straight, connect):
        straight = connect = False
    own = [index for index in board.of_owner(seat) if index not in chosen]
    empty = [index for index in board.empty_cells if index not in chosen]
    if rng is not None:
        rng.shuffle(own)
        rng.shuffle(empty)
    lines: list[AbstractSet[int]] = [frozenset(range(SIZE * SIZE))]
    if straight:
        lines = [frozenset(line) for line in (*ROWS, *COLUMNS) if set(chosen) <= set(line)]
        if rng is not None:
            rng.shuffle(lines)
    for line in lines:
        over = [index for index in own if index in line][: left.over]
        fresh = [index for index in empty if index in line]
        if connect:
            fresh = _connected(board, fresh, chosen)
        if len(over) == left.over and len(fresh) >= left.fresh:
            return over + fresh[: left.fresh]
    return []


def _connected(board: Board, empty: Sequence[int], chosen: Sequence[int]) -> list[int]:
    """Of the empty cells those that letters on the board, or chosen cells, lead to by steps, each after one that leads
    to it."""
    lettered = {*board.lettered, *chosen}
    front = [i for i in empty if any(near in lettered and board.linked(i, near) for near in neighbours(i))]
    reached: list[int] = []
    while front:
        index = front.pop(0)
        if index not in reached:
            reached.append(index)
            front += [near for near in neighbours(index) if near in empty and board.linked(near, index)]
    return reached
