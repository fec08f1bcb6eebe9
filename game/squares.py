"""What a square of the board looks like and how it is spoken: classes and label for the board's one loop.

Drawing of a `View`, no rules: which squares are free or may be aimed at is told by the rules, never worked out here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from game.rules.basics import Seat, gettext_noop
from game.rules.view import CellView, View

BOARD_LABELS = {"d": gettext_noop("DL"), "t": gettext_noop("TL"), "D": gettext_noop("DW"), "T": gettext_noop("TW")}
"""What stands on a bonus square, by its mark in the layout; translated when shown."""

_SPOKEN = {
    "d": gettext_noop("double letter"),
    "t": gettext_noop("triple letter"),
    "D": gettext_noop("double word"),
    "T": gettext_noop("triple word"),
    "*": gettext_noop("start star"),
}


@dataclass(frozen=True, slots=True)
class Square:
    """One square ready to draw: `css` classes, spoken `label`, `kind` the English mark of the bonus that shows ("DL",
    "star", or "" for none) and its `short` text on the board; `times` the ×N of an Alfa cell that still multiplies;
    `bare` when nothing lies there and nothing shows."""

    cell: CellView
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


def squares(view: View, names: Sequence[str]) -> list[list[Square]]:
    """All squares, row by row, as the viewer sees them. `names` are the players' in seat order."""
    times = view.rules.number("alfa_multiplier") if view.rules.flag("alfa_permanent") else 0
    drawn = [_square(cell, view.viewer, names, times if cell.alfa else 0) for cell in view.cells]
    return [drawn[start : start + view.size] for start in range(0, len(drawn), view.size)]


def _square(cell: CellView, viewer: Seat | None, names: Sequence[str], times: int) -> Square:
    css, said, kind, bare = "cell", [coord(cell.row, cell.col)], "", False
    if cell.letter:
        css += _tile_css(cell, viewer)
        said += _tile_words(cell, times)
    elif cell.dead:
        css += " cell--dead"
        said.append(_("dead square"))
    elif cell.claim is not None:
        css += " cell--claim is-you" if is_near(cell.claim, viewer) else " cell--claim is-opp"
        said.append(
            _("claimed by you") if cell.claim == viewer else _("claimed by %(name)s") % {"name": names[cell.claim]}
        )
    elif cell.bonus in _SPOKEN:
        kind = BOARD_LABELS.get(cell.bonus, "star")
        said.append(_(_SPOKEN[cell.bonus]))
        if cell.made:
            said.append(_("placed by a player"))
    else:
        bare = True
        said.append(_("empty"))
    return Square(cell, css, ", ".join(said), kind, _(kind) if kind else "", times, bare)


def _tile_css(cell: CellView, viewer: Seat | None) -> str:
    css = " cell--alfa" if cell.alfa else ""
    if cell.last:
        css += " is-last by-you" if is_near(cell.by, viewer) else " is-last"
    return css


def _tile_words(cell: CellView, times: int) -> list[str]:
    said = [cell.letter, _("blank, 0") if cell.blank else str(cell.value - cell.fortified)]
    if cell.fortified:
        said.append(_("fortified, plus %(count)d") % {"count": cell.fortified})
    if cell.alfa:
        said.append(_("Alfa"))
    if times:
        said.append(_("every word through it counts ×%(times)d") % {"times": times})
    if cell.last:
        said.append(_("last play"))
    return said
