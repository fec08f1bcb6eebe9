"""Crosswords read naively: the checks of a turn, its words, points and cost, by looking over the whole board each time.

A second reading of the rules page that shares nothing with `game`: the board is a dict of (row, column) to the letter
as it is written, small for a blank, and lines are texts in which words are found by a pattern.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Square = tuple[int, int]
Lies = dict[Square, str]
LETTER = {"d": 2, "t": 3}
WORD = {"D": 2, "T": 3, "*": 2}


@dataclass(frozen=True)
class Turn:
    """Tiles [row, column, token] of the hand, moves (from, to) and takes, as a record has them."""

    tiles: Sequence[tuple[int, int, str]]
    moves: Sequence[tuple[Square, Square]] = ()
    takes: Sequence[Square] = ()


@dataclass(frozen=True)
class Table:
    """What the turn is played on: the side, the marks by square, what lies, the hand, the flex turns left (None: any
    number), the values of letters, and which of the three costs are on."""

    size: int
    marks: Mapping[Square, str]
    board: Lies
    hand: str
    flex_left: int | None
    values: Mapping[str, int]
    loosen: bool = True
    letter_bonus: bool = True
    take: bool = True


def fault(table: Table, turn: Turn) -> str | None:
    """The code of the first check of the rules page that fails, before the words are looked up."""
    need = Counter(bag_tile(token) for _, _, token in turn.tiles)
    goals = [(row, col) for row, col, _ in turn.tiles] + [to for _, to in turn.moves]
    lifted = [square for square, _ in turn.moves] + list(turn.takes)
    flex = bool(lifted)
    middle = (table.size // 2, table.size // 2)
    checks: list[tuple[str, Callable[[], bool]]] = [
        ("no_tiles", lambda: not turn.tiles),
        ("not_in_hand", lambda: any(Counter(table.hand)[tile] < n for tile, n in need.items())),
        ("off_board", lambda: any(not 0 <= part < table.size for square in goals + lifted for part in square)),
        ("same_cell", lambda: twice(goals) or twice(lifted) or any(square == to for square, to in turn.moves)),
        ("blank_letter", lambda: any(token == "?" for _, _, token in turn.tiles)),
        ("no_flex_left", lambda: flex and table.flex_left == 0),
        ("no_tile", lambda: any(square not in table.board for square in lifted)),
        ("too_many_takes", lambda: len(turn.takes) > 0 and len(turn.takes) + 1 > len(turn.tiles)),
        ("occupied", lambda: any(square in table.board and square not in lifted for square in goals)),
        ("not_in_line", lambda: not flex and not in_line(goals)),
        ("gap", lambda: not flex and any(square not in after(table, turn) for square in between(goals))),
        ("must_cross_center", lambda: not table.board and middle not in after(table, turn)),
        ("not_connected", lambda: bool(table.board) and groups(after(table, turn)) > 1),
        ("no_word", lambda: not runs(after(table, turn), table.size)),
    ]
    return next((code for code, fails in checks if fails()), None)


def bag_tile(token: str) -> str:
    """The tile in the hand that a token stands for."""
    return "?" if token.islower() or token == "?" else token


def twice(squares: Sequence[Square]) -> bool:
    """Whether one is named more than once."""
    return max(Counter(squares).values(), default=0) > 1


def in_line(squares: Sequence[Square]) -> bool:
    """Whether they share a row or a column."""
    return len({row for row, _ in squares}) == 1 or len({col for _, col in squares}) == 1


def between(squares: Sequence[Square]) -> list[Square]:
    """Every square of the line from the first to the last."""
    (top, left), (bottom, right) = min(squares), max(squares)
    return [(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)]


def after(table: Table, turn: Turn) -> Lies:
    """What lies when the turn is done."""
    lies = {square: token for square, token in table.board.items() if square not in turn.takes}
    for square, _ in turn.moves:
        lies.pop(square)
    lies.update({to: table.board[square] for square, to in turn.moves})
    lies.update({(row, col): token for row, col, token in turn.tiles})
    return lies


def groups(lies: Lies) -> int:
    """How many groups of tiles there are that touch each other by a side."""
    found: list[set[Square]] = []
    for row, col in lies:
        near = {(row, col), (row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)}
        touching = [group for group in found if group & near]
        found = [group for group in found if not group & near] + [{(row, col)}.union(*touching)]
    return len(found)


def runs(lies: Lies, size: int) -> list[list[Square]]:
    """The squares of every run: across by row and column of the first letter, then down."""
    found = []
    for turned in (False, True):
        lines = []
        for line in range(size):
            squares = [(place, line) if turned else (line, place) for place in range(size)]
            text = "".join("x" if square in lies else " " for square in squares)
            lines += [squares[run.start() : run.end()] for run in re.finditer("xx+", text)]
        found += sorted(lines)
    return found


def words(table: Table, turn: Turn) -> list[tuple[str, int]]:
    """(text, points) of every word of the turn."""
    lies = after(table, turn)
    put = {(row, col) for row, col, _ in turn.tiles} | {to for _, to in turn.moves}
    again = {square for square in put if table.board.get(square, "").upper() == lies[square].upper()}
    fresh = put - again
    scored = []
    for run in runs(lies, table.size):
        if not fresh & set(run):
            continue
        total, factor = 0, 1
        for square in run:
            value = worth(table, lies[square])
            mark = table.marks.get(square, ".")
            if square in fresh:
                total, factor = total + value * LETTER.get(mark, 1), factor * WORD.get(mark, 1)
            elif square not in again:
                total += value
        scored.append(("".join(lies[square].upper() for square in run), total * factor))
    return scored


def cost(table: Table, turn: Turn) -> int:
    """What is paid for moving and for taking."""
    paid = 0
    for square, _ in turn.moves:
        bonus = LETTER.get(table.marks.get(square, "."), 1) if table.letter_bonus else 1
        paid += worth(table, table.board[square]) * bonus if table.loosen else 0
    return paid + sum(worth(table, table.board[square]) for square in turn.takes if table.take)


def left_in_hand(table: Table, turn: Turn) -> str:
    """The hand after the turn, sorted, before it is filled up."""
    hand = Counter(table.hand) - Counter(bag_tile(token) for _, _, token in turn.tiles)
    return "".join(sorted((hand + Counter(bag_tile(table.board[square]) for square in turn.takes)).elements()))


def worth(table: Table, token: str) -> int:
    """The value of a tile that lies."""
    return 0 if token.islower() else table.values[token]
