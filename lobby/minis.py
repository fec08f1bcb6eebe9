"""Small pictures of boards for the home page, drawn by templates/lobby/parts/mini.html.

Decoration: nothing here can be played or read aloud. Colours are the stylesheet's own custom properties, so
the pictures follow the theme without a `style=` attribute.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

_PITCH = 10
_CELL = "#1c4753"
_SQUARES = {"D": "var(--dw)", "T": "var(--tw)"}
_DISCS = {"d": "var(--dl)", "t": "var(--tl)"}
_TILE = "var(--tile)"

# The bonus squares by size: the mark (d t letters, D T words) and how far out the square lies, the longer way first.
# Boards are alike in all eight directions. A picture of the boards the game lays; a test holds it to them.
_BONUSES = {
    11: "T55 t50 t22 D44 D33 d53 d30",
    15: "T75 t77 t44 t22 D70 D66 D53 d62 d55 d41 d30",
    19: "T99 T75 t82 t77 t44 t22 D94 D88 D70 D66 D53 d97 d86 d62 d55 d41 d30",
}

# Words laid for the picture: the word, row and column of its first letter counted from the centre, the way.
_Words = tuple[tuple[str, int, int, str], ...]
_ON_SMALL: _Words = (("SPARK", 0, -2, "across"), ("IRON", -1, 1, "down"))
_ON_BLANK: _Words = (("BLANK", 0, -2, "across"), ("ARE", 0, 0, "down"))
_ON_LARGE: _Words = (
    ("SPRUCE", 0, -2, "across"),
    ("POLAR", 0, -1, "down"),
    ("EMBER", 0, 3, "down"),
    ("GAZE", 3, -2, "across"),
    ("TREES", -4, -2, "down"),
    ("WAVE", -2, -5, "across"),
)


@dataclass(frozen=True, slots=True)
class Mini:
    """One picture. Every number is text, lest a template writes it with a decimal comma."""

    edge: str  # width and height of the view box
    squares: tuple[tuple[str, str], ...]  # (fill, path): thick round-cornered outlines of small squares
    discs: tuple[tuple[str, str], ...]  # (stroke, path): lines of no length with round ends
    letters: tuple[tuple[str, str, str], ...]  # (x, y, letter)


@lru_cache
def mini_board(size: int, blank: bool) -> Mini:
    """The picture of a board of that size with some words on it; `blank`: without its bonus squares."""
    letters = _laid(size, blank)
    marks = {} if blank else _marks(size)
    squares: dict[str, list[tuple[int, int]]] = defaultdict(list)
    discs: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for here in product(range(size), repeat=2):
        mark = marks.get(here, "")
        if here in letters:
            squares[_TILE].append(here)
        else:
            squares[_SQUARES.get(mark, _CELL)].append(here)
            if mark in _DISCS:
                discs[_DISCS[mark]].append(here)
    return Mini(
        edge=str(_PITCH * size),
        squares=tuple((fill, _path(cells, 1.9, "h6.2v6.2h-6.2z")) for fill, cells in squares.items()),
        discs=tuple((fill, _path(cells, 5, "h0")) for fill, cells in discs.items()),
        letters=tuple(
            (f"{col * _PITCH + 5:g}", f"{row * _PITCH + 7.6:g}", letter) for (row, col), letter in letters.items()
        ),
    )


def _marks(size: int) -> dict[tuple[int, int], str]:
    centre, marks = size // 2, {}
    for mark, far, near in _BONUSES[size].split():
        for row, col in product((-int(far), int(far)), (-int(near), int(near))):
            marks[centre + row, centre + col] = marks[centre + col, centre + row] = mark
    return marks


def _laid(size: int, blank: bool) -> dict[tuple[int, int], str]:
    centre, letters = size // 2, {}
    for word, row, col, way in _ON_BLANK if blank else _ON_SMALL if size < 15 else _ON_LARGE:
        for step, letter in enumerate(word):
            down, across = (step, 0) if way == "down" else (0, step)
            letters[centre + row + down, centre + col + across] = letter
    return letters


def _path(cells: Iterable[tuple[int, int]], inset: float, shape: str) -> str:
    """One path that draws `shape` in every cell, starting `inset` from its corner."""
    return "".join(f"M{col * _PITCH + inset:g} {row * _PITCH + inset:g}{shape}" for row, col in cells)
