"""The squares of Keebble's sheet, how they look and are spoken: four corners, four meanings, and walls on edges."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.kernel.base_types import Seat
from game.presentation.picture_squares import BONUS, DEAD, EMPTY, TILE, TILE_EDGE, PictureSquare, Point
from game.presentation.squares import BOARD_LABELS, MOST_DRAWN, SPOKEN, Square, coord, in_rows
from game.variants.keebble.rules.board import DOWN, RIGHT, SIZE, Edge
from game.variants.keebble.rules.view import CellView, OnlookersView, View
from game.variants.keebble.screens.seats import css_of, mark_of
from ui import jinja_environment

KINDS = {"d": "DL", "t": "TL", "D": "DW", "T": "TW"}
"""The types as the style sheet names them."""

PARTS = ("owner", "type", "score", "content")


class Face(NamedTuple):
    """What is drawn of a square: `mark` the number of its owner's, 0 for none; `right` and `down` its own walls;
    `parts` are what of it may be destroyed. The rest is as in `CellView`."""

    row: int
    col: int
    letter: str
    blank: bool
    value: int | None
    bonus: str
    dead: bool
    mark: int
    right: bool
    down: bool
    parts: tuple[str, ...]


def squares(view: View | OnlookersView, names: Sequence[str]) -> list[list[Square]]:
    """All squares, row by row, as the viewer sees them."""
    seats, walls = len(view.players), frozenset(view.walls)
    drawn = []
    for cell in view.cells:
        square = _square(cell, walls, view.viewer, tuple(names))
        if cell.by is not None:
            square = _as_last(square, css_of(cell.by, view.viewer, seats))
        drawn.append(square)
    return in_rows(drawn, SIZE)


def drawn_squares(view: View | OnlookersView, names: Sequence[str]) -> dict[str, str]:
    """The squares of a match that is played, by the ids of their elements. Which of them the newest option has changed
    is not marked here: a square stays as it is when that is the newest no more."""
    language, walls, told = get_language(), frozenset(view.walls), tuple(names)
    return {
        f"square-{cell.row}-{cell.col}": drawn(_square(cell, walls, view.viewer, told), language) for cell in view.cells
    }


@lru_cache(maxsize=MOST_DRAWN // 4)
def drawn(square: Square, language: str | None) -> str:
    return str(jinja_environment.macro("game/keebble/parts/square.jinja", "square_button")(square))


def _as_last(square: Square, side: str) -> Square:
    last = _("last play")
    label = f"{square.label}, {last}"
    return Square(square.cell, f"{square.css} is-last {side}", label, square.kind, square.short, 0, square.bare)


def _square(cell: CellView, walls: frozenset[Edge], viewer: Seat | None, names: tuple[str, ...]) -> Square:
    around = {edge for edge in _edges(cell.row, cell.col) if edge in walls}
    face = Face(
        row=cell.row,
        col=cell.col,
        letter=cell.letter,
        blank=cell.wild,
        value=cell.value,
        bonus=cell.kind,
        dead=cell.dead,
        mark=0 if cell.owner is None else mark_of(cell.owner, viewer, len(names)),
        right=(cell.row, cell.col, RIGHT) in around,
        down=(cell.row, cell.col, DOWN) in around,
        parts=_parts(cell),
    )
    said = ", ".join([coord(cell.row, cell.col), *_said(cell, viewer, names), *_walls_said(cell, around)])
    kind = KINDS.get(cell.kind, "")
    css = "cell kc kc--dead cell--dead" if cell.dead else "cell kc"
    bare = not (cell.letter or cell.dead or kind or face.right or face.down)
    return Square(face, css, said, kind, _(BOARD_LABELS[cell.kind]) if kind else "", 0, bare)


def _parts(cell: CellView) -> tuple[str, ...]:
    if cell.dead:
        return ()
    there = (cell.letter and cell.owner is not None, cell.kind in KINDS, cell.value is not None, True)
    return tuple(part for part, is_there in zip(PARTS, there, strict=True) if is_there)


def _said(cell: CellView, viewer: Seat | None, names: tuple[str, ...]) -> list[str]:
    """What lies there: the letter, what it is worth and whose it is, and the type."""
    if cell.dead:
        return [_("dead")]
    said = [_("empty")]
    if cell.letter:
        whose = _("nobody’s") if cell.owner is None else _("yours") if cell.owner == viewer else names[cell.owner]
        said = [cell.letter, str(cell.value or 0), *([_("wildcard")] if cell.wild else []), whose]
    if cell.kind in KINDS:
        said.append(_(SPOKEN[cell.kind]))
    return said


def _edges(row: int, col: int) -> tuple[Edge, ...]:
    return ((row - 1, col, DOWN), (row, col, RIGHT), (row, col, DOWN), (row, col - 1, RIGHT))


def _walls_said(cell: CellView, around: set[Edge]) -> list[str]:
    names = (_("wall above"), _("wall on the right"), _("wall below"), _("wall on the left"))
    return [name for edge, name in zip(_edges(cell.row, cell.col), names, strict=True) if edge in around]


_PAPERS = ("#c9edd9", "#e7d5f7", "#ffdab0", "#cbe2fb", "#fbcfe0")
_MARK_INKS = ("#0c5a3e", "#682a91", "#7a3a00", "#114a80", "#8b1147")
_MARKS: tuple[tuple[Point, ...], ...] = (
    tuple((0.18 + 0.12 * cos(turn * pi / 8), 0.18 + 0.12 * sin(turn * pi / 8)) for turn in range(16)),
    ((0.18, 0.05), (0.31, 0.18), (0.18, 0.31), (0.05, 0.18)),
    ((0.18, 0.06), (0.31, 0.3), (0.05, 0.3)),
    ((0.07, 0.07), (0.29, 0.07), (0.29, 0.29), (0.07, 0.29)),
    (
        (0.14, 0.06), (0.22, 0.06), (0.22, 0.14), (0.3, 0.14), (0.3, 0.22), (0.22, 0.22), (0.22, 0.3), (0.14, 0.3),
        (0.14, 0.22), (0.06, 0.22), (0.06, 0.14), (0.14, 0.14),
    ),
)  # fmt: skip
"""Of the seats' marks from 1 on: the paper of a letter, and the mark's colour and shape (css/keebble/seats.css).
"""


def picture_square(square: Square) -> PictureSquare:
    """A square of the sheet in the picture for links: whose letter it is by paper and mark, and its walls."""
    face = square.cell
    walls = tuple(name for name, is_there in (("right", face.right), ("down", face.down)) if is_there)
    if face.dead:
        return PictureSquare(DEAD, walls=walls)
    if not face.letter:
        return PictureSquare(BONUS.get(face.bonus, EMPTY), walls=walls)
    letter = face.letter.lower() if face.blank else face.letter
    if not face.mark:
        return PictureSquare(TILE, letter, TILE_EDGE, walls=walls)
    ink = _MARK_INKS[face.mark - 1]
    return PictureSquare(_PAPERS[face.mark - 1], letter, ink, mark=_MARKS[face.mark - 1], mark_ink=ink, walls=walls)
