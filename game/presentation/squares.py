"""The squares of every game's board: their names, what stands on a bonus square, and one drawn as HTML.

Drawing only, no rules: which squares are free or may be aimed at comes from the rules, never worked out here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.kernel.base_types import Seat, gettext_noop
from ui import jinja_environment

BOARD_LABELS = {"d": gettext_noop("DL"), "t": gettext_noop("TL"), "D": gettext_noop("DW"), "T": gettext_noop("TW")}
"""What stands on a bonus square, by its mark in the layout; translated when shown."""

SPOKEN = {
    "d": gettext_noop("double letter"),
    "t": gettext_noop("triple letter"),
    "D": gettext_noop("double word"),
    "T": gettext_noop("triple word"),
    "*": gettext_noop("start star"),
}

MOST_DRAWN = 8_000
"""Squares of one kind that are remembered as they were drawn, the latest used: 8 MB, for none takes more than 1 kB with
what it was drawn from."""


C = TypeVar("C", bound=Any)
"""A cell of a game's view: a named tuple with `last`, whether the newest turn has laid it."""


@dataclass(frozen=True, slots=True)
class Square:
    """One square ready to draw: `css` classes, spoken `label`, `kind` the English mark of the bonus that shows ("DL",
    "star", or "" for none) and its `short` text on the board; `times` the ×N of a cell that still multiplies; `bare`
    when nothing lies there and nothing shows. `cell` is the game's own view of it."""

    cell: Any
    css: str
    label: str
    kind: str
    short: str
    times: int
    bare: bool


def coord(row: int, col: int) -> str:
    """The name of a square from its row and column, counted from 0: (2, 13) is "N3"."""
    return f"{chr(ord('A') + col)}{row + 1}"


def is_near(seat: Seat | None, viewer: Seat | None) -> bool:
    """Whether a seat wears the first colour and the disc: the viewer's own; to a stranger seat 0."""
    return seat == (viewer or 0)


def side_of(seat: Seat, viewer: Seat | None) -> str:
    """The side of a seat by its colour: "you" or "opp"."""
    return "you" if is_near(seat, viewer) else "opp"


def side_among(seat: Seat, viewer: Seat | None, seats: int) -> str:
    """The name of a seat of so many in the page: you, opp, opp-2 … in the order in which they play after the viewer; to
    a stranger after seat 0."""
    first = viewer or 0
    place = [*range(first, seats), *range(first)].index(seat)
    return ("you", "opp")[place] if place < 2 else f"opp-{place}"


def shown_bonus(mark: str) -> str:
    """How the board names a bonus of a layout: "DL", "star"."""
    return BOARD_LABELS.get(mark, "star")


def kinds(layout: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """What stands on the squares of a board, row by row, as the style sheets name it: "DL", "star", "" for nothing."""
    return tuple(tuple(shown_bonus(mark) if mark in SPOKEN else "" for mark in row) for row in layout)


def in_rows(drawn: Sequence[Square], size: int) -> list[list[Square]]:
    """Squares row by row."""
    return [list(drawn[start : start + size]) for start in range(0, len(drawn), size)]


def not_as_last(cell: C) -> C:
    """A cell of a game's view as it is when the turn that laid it is the last no more."""
    return cast(C, cell._replace(last=False)) if cell.last else cell


@lru_cache(maxsize=MOST_DRAWN)
def drawn_square(square: Callable[..., Square], language: str | None, *told: Any) -> str:
    """The square that a game makes from `told`, as HTML in that language, which is the active one."""
    return str(jinja_environment.macro("game/parts/square.jinja", "square_button")(square(*told)))


def plain_square(cell: Any, is_mine: bool) -> Square:
    """A square on which a tile lies, a bonus shows, or nothing is. `is_mine`: the newest turn has laid or moved a tile
    there, and it was the viewer's."""
    css, said, kind = "cell", [coord(cell.row, cell.col)], ""
    if cell.letter:
        said += [cell.letter, _("blank, 0") if cell.blank else str(cell.value)]
        if cell.last:
            css += " is-last by-you" if is_mine else " is-last"
            said.append(_("last play"))
    elif cell.bonus in SPOKEN:
        kind = shown_bonus(cell.bonus)
        said.append(_(SPOKEN[cell.bonus]))
    else:
        said.append(_("empty"))
    return Square(cell, css, ", ".join(said), kind, _(kind) if kind else "", 0, not (cell.letter or kind))


def plain_squares(view: Any, names: Sequence[str]) -> list[list[Square]]:
    """All squares of a board of such, row by row, as the viewer sees them."""
    drawn = [plain_square(cell, cell.last and is_near(cell.by, view.viewer)) for cell in view.cells]
    return in_rows(drawn, view.size)


def drawn_squares(view: Any, square: Callable[..., Square], *told: Any) -> dict[str, str]:
    """The squares of a match that is played, by the ids of their elements, each made from its cell and what is `told`
    of all. What the last turn did to them is not marked here: a square stays as it is when it is the last no more."""
    language = get_language()
    return {
        f"square-{cell.row}-{cell.col}": drawn_square(square, language, not_as_last(cell), *told) for cell in view.cells
    }


def drawn_plain_squares(view: Any, names: Sequence[str]) -> dict[str, str]:
    """The same of a board of plain squares."""
    return drawn_squares(view, plain_square, False)
