"""The squares of AlfaPower's board, how they look and are spoken: classes and label for the board's one loop."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.kernel.base_types import Seat
from game.presentation.picture_squares import DEAD, PictureSquare, plain
from game.presentation.squares import SPOKEN, Square, coord, drawn_square, in_rows, is_near, not_as_last, shown_bonus
from game.variants.alfapower.rules.view import CellView, OnlookersView, View


def squares(view: View | OnlookersView, names: Sequence[str]) -> list[list[Square]]:
    """All squares, row by row, as the viewer sees them. `names` are the players' in seat order."""
    times = _times(view)
    drawn = [_square(cell, view.viewer, names, times if cell.alfa else 0) for cell in view.cells]
    return in_rows(drawn, view.size)


def drawn_squares(view: View | OnlookersView, names: Sequence[str]) -> dict[str, str]:
    """The squares of a match that is played, by the ids of their elements. Which of them the last word has taken is not
    marked here: a square stays as it is when it is the last no more."""
    times, language, told = _times(view), get_language(), (view.viewer, tuple(names))
    return {
        f"square-{cell.row}-{cell.col}": drawn_square(
            _square,
            language,
            not_as_last(cell),
            *(told if cell.claim is not None else (None, ())),
            times if cell.alfa else 0,
        )
        for cell in view.cells
    }


def _times(view: View | OnlookersView) -> int:
    """The factor that laid Alfa tiles keep; 0 where they keep none."""
    return view.rules.number("alfa_multiplier") if view.rules.flag("alfa_permanent") else 0


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
    elif cell.bonus in SPOKEN:
        kind = shown_bonus(cell.bonus)
        said.append(_(SPOKEN[cell.bonus]))
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


_ALFA, _ALFA_INK = "#14262c", "#ffd05a"
_CLAIM_NEAR, _CLAIM_FAR = "#d3ecdf", "#eadcf4"


def picture_square(square: Square) -> PictureSquare:
    """A square in the picture for links, with Alfa tiles, claims and dead squares."""
    drawn, looks = plain(square), square.css.split()
    if drawn.letter:
        return replace(drawn, fill=_ALFA, edge=_ALFA_INK, ink=_ALFA_INK, thick=2) if "cell--alfa" in looks else drawn
    if "cell--dead" in looks:
        return PictureSquare(DEAD)
    if "cell--claim" in looks:
        return PictureSquare(_CLAIM_NEAR if "is-you" in looks else _CLAIM_FAR)
    return drawn
