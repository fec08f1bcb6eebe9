"""The setting that chooses a game's board: a ready-made one by its name, or the rows of a custom one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.crossword.layouts import BONUS_MARKS, PLAIN, STAR
from game.kernel.setting_types import BadSetting, Setting

SIZES = (11, 15, 19)
"""The sides of a board: those for which there is a bag."""
MARKS = frozenset(BONUS_MARKS) | {PLAIN}
_BETWEEN_ROWS = str.maketrans(dict.fromkeys('[]",', " "))

Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(Setting):
    """The name of a board, or the rows of a custom one. `named` are the rows of each that has a name, `titles` what a
    reader calls it, source texts."""

    named: Mapping[str, Rows]
    titles: Mapping[str, str]

    def check(self, value: object) -> str | Rows:
        """A known name; or as many rows of marks as they are long, with the star nowhere but in the middle."""
        if isinstance(value, str):
            if value not in self.named:
                raise BadSetting(self.key, "out_of_range")
            return value
        if not isinstance(value, (list, tuple)) or any(not isinstance(row, str) for row in value):
            raise BadSetting(self.key, "wrong_type")
        rows = tuple(value)
        if not is_board(rows):
            raise BadSetting(self.key, "out_of_range")
        return rows

    def rows(self, value: str | Rows) -> Rows:
        """The rows of a value that has been checked."""
        return self.named[value] if isinstance(value, str) else tuple(value)


@dataclass(frozen=True, slots=True)
class BoardFault:
    """Why rows cannot be a board. `code`: wrong_size (not 11, 15 or 19 rows), uneven (a row that is not as long as
    there are rows), unknown_mark, star_off_centre. `row` counts from 0, None where it is about all; `mark` is the one
    that is not known."""

    code: str
    row: int | None = None
    mark: str = ""


def board_fault(rows: Sequence[str]) -> BoardFault | None:
    """The first reason why these cannot be a board; None where they can."""
    size = len(rows)
    if size not in SIZES:
        return BoardFault("wrong_size")
    for number, row in enumerate(rows):
        unknown = next((mark for mark in row if mark not in MARKS), "")
        if unknown:
            return BoardFault("unknown_mark", number, unknown)
        if len(row) != size:
            return BoardFault("uneven", number)
    for number, row in enumerate(rows):
        if any(mark == STAR and (number, col) != (size // 2, size // 2) for col, mark in enumerate(row)):
            return BoardFault("star_off_centre", number)
    return None


def is_board(rows: Sequence[str]) -> bool:
    """Whether these can be a board: 11, 15 or 19 rows as long, of known marks, the star nowhere but in the middle."""
    return board_fault(rows) is None


def rows_of_text(text: str) -> Rows:
    """The rows that a user entered, one a line, or as a list copied out of a record; not validated yet."""
    return tuple(text.translate(_BETWEEN_ROWS).split())
