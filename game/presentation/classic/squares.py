"""What a square of Classic's board looks like and how it is spoken."""

from collections.abc import Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.presentation.squares import SPOKEN, Square, coord, drawn_square, in_rows, is_near, not_as_last, shown_bonus
from game.variants.classic.view import CellView, View


def squares(view: View, names: Sequence[str]) -> list[list[Square]]:
    """All squares, row by row, as the viewer sees them."""
    drawn = [_square(cell, cell.last and is_near(cell.by, view.viewer)) for cell in view.cells]
    return in_rows(drawn, view.size)


def drawn_squares(view: View, names: Sequence[str]) -> dict[str, str]:
    """The squares of a match that is played, by the ids of their elements. Which of them the last word has taken is not
    told here: a square stays as it is when it is the last no more."""
    language = get_language()
    return {
        f"square-{cell.row}-{cell.col}": drawn_square(_square, language, not_as_last(cell), False)
        for cell in view.cells
    }


def _square(cell: CellView, is_mine: bool) -> Square:
    """`is_mine`: the newest word lies there, and the viewer laid it."""
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
