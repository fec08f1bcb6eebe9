"""The picture beside the home page's heading: five rows of seven squares with a few words on them, as plain values.

Decoration, hidden from screen readers; drawn by templates/lobby/parts/hero_art.html.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game import api as game

# By language, row by row: `.` a square, `#` none, `d` double letter, `2` and `3` double and triple word.
_PICTURES = {
    "en": ("d..#.3W", ".#2C#.O", "..POWER", "#d.I..D", "TURN#.."),
    "sv": ("d..#.3B", ".#2D#.Y", "..KRAFT", "#d.A..E", "KUNG#.."),
}
_ALFA = (2, 3)  # row and column of the Alfa tile
_BONUS = {"d": "DL", "2": "DW", "3": "TW"}


class Square(NamedTuple):
    """One square: a tile with `letter` and `value`, or `bonus` ("DL", "DW", "TW" or ""); `is_off` is a hole."""

    letter: str = ""
    value: int = 0
    is_alfa: bool = False
    bonus: str = ""
    is_off: bool = False


def picture(language: str) -> Sequence[Square]:
    """The squares of the picture in that language ("en", "sv"), row by row."""
    return [
        _square(mark, language, (row, column) == _ALFA)
        for row, marks in enumerate(_PICTURES[language])
        for column, mark in enumerate(marks)
    ]


def _square(mark: str, language: str, is_alfa: bool) -> Square:
    if mark.isupper():
        [(letter, value)] = game.letter_values(mark, language)
        return Square(letter, value, is_alfa)
    return Square(bonus=_BONUS.get(mark, ""), is_off=mark == "#")
