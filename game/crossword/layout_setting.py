"""The setting by which a game's board is chosen: a ready-made one by its name, or the rows of one's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.crossword.layouts import BONUS_MARKS, PLAIN, STAR
from game.kernel.options import BadSetting, Setting

SIZES = (11, 15, 19)
"""The sides of a board: those for which there is a bag."""
MARKS = frozenset(BONUS_MARKS) | {PLAIN}

Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(Setting):
    """The name of a board, or the rows of one's own. `named` are the rows of each that has a name, `titles` what a
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


def is_board(rows: Sequence[str]) -> bool:
    """Whether these can be a board: 11, 15 or 19 rows as long, of known marks, the star nowhere but in the middle."""
    size = len(rows)
    if size not in SIZES or any(len(row) != size or not MARKS.issuperset(row) for row in rows):
        return False
    stars = [index for index, mark in enumerate("".join(rows)) if mark == STAR]
    return stars in ([], [size * size // 2])
