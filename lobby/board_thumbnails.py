"""Small pictures of boards for the home page, drawn by templates/lobby/parts/mini.html from the real layout.

Decoration: nothing here can be played or read aloud. Colours are the stylesheet's own custom properties, so
the pictures follow the theme without a `style=` attribute.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

_PITCH = 10
_CELL = "#1c4753"
_SQUARES = {"D": "var(--dw)", "T": "var(--tw)"}
_DISCS = {"d": "var(--dl)", "t": "var(--tl)"}
_TILE = "var(--tile)"

# Words laid for the picture: the word, row and column of its first letter counted from the centre, the direction.
_Words = tuple[tuple[str, int, int, str], ...]


class _Laid(NamedTuple):
    """The words of one language, for each kind of board. Crossing words share their letter."""

    small: _Words
    blank: _Words
    large: _Words


_WORDS = {
    "en": _Laid(
        small=(("SPARK", 0, -2, "across"), ("IRON", -1, 1, "down")),
        blank=(("BLANK", 0, -2, "across"), ("ARE", 0, 0, "down")),
        large=(
            ("SPRUCE", 0, -2, "across"),
            ("POLAR", 0, -1, "down"),
            ("EMBER", 0, 3, "down"),
            ("GAZE", 3, -2, "across"),
            ("TREES", -4, -2, "down"),
            ("WAVE", -2, -5, "across"),
        ),
    ),
    "sv": _Laid(
        small=(("STARK", 0, -2, "across"), ("GRAN", -1, 1, "down")),
        blank=(("BLANK", 0, -2, "across"), ("ASK", 0, 0, "down")),
        large=(
            ("SPEGEL", 0, -2, "across"),
            ("PÄRLA", 0, -1, "down"),
            ("LJUNG", 0, 3, "down"),
            ("GLAS", 3, -2, "across"),
            ("KRANS", -4, -2, "down"),
            ("SAGA", -2, -5, "across"),
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Mini:
    """One picture. Every number is text, so that no template writes it with a decimal comma."""

    edge: str  # width and height of the view box
    squares: tuple[tuple[str, str], ...]  # (fill, path): thick round-cornered outlines of small squares
    discs: tuple[tuple[str, str], ...]  # (stroke, path): lines of no length with round ends
    letters: tuple[tuple[str, str, str], ...]  # (x, y, letter)


@lru_cache
def mini_board(layout: tuple[str, ...], language: str = "en") -> Mini:
    """The picture of a board with some words of the language ("en", "sv") on it; `layout` is its rows, one mark a cell
    (`. * d t D T`)."""
    letters = _laid(layout, _WORDS[language])
    squares: dict[str, list[tuple[int, int]]] = defaultdict(list)
    discs: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row, marks in enumerate(layout):
        for col, mark in enumerate(marks):
            here = (row, col)
            squares[_TILE if here in letters else _SQUARES.get(mark, _CELL)].append(here)
            if mark in _DISCS and here not in letters:
                discs[_DISCS[mark]].append(here)
    return Mini(
        edge=str(_PITCH * len(layout)),
        squares=tuple((fill, _path(cells, 1.9, "h6.2v6.2h-6.2z")) for fill, cells in squares.items()),
        discs=tuple((fill, _path(cells, 5, "h0")) for fill, cells in discs.items()),
        letters=tuple(
            (f"{col * _PITCH + 5:g}", f"{row * _PITCH + 7.6:g}", letter) for (row, col), letter in letters.items()
        ),
    )


def _laid(layout: tuple[str, ...], laid: _Laid) -> dict[tuple[int, int], str]:
    centre = len(layout) // 2
    is_blank = not any(mark in row for row in layout for mark in (*_SQUARES, *_DISCS))
    words = laid.blank if is_blank else laid.small if len(layout) < 15 else laid.large
    letters = {}
    for word, row, col, way in words:
        for step, letter in enumerate(word):
            down, across = (step, 0) if way == "down" else (0, step)
            letters[centre + row + down, centre + col + across] = letter
    return letters


def _path(cells: Iterable[tuple[int, int]], inset: float, shape: str) -> str:
    """One path that draws `shape` in every cell, starting `inset` from its corner."""
    return "".join(f"M{col * _PITCH + inset:g} {row * _PITCH + inset:g}{shape}" for row, col in cells)
