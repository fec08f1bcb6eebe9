"""The squares of Alfapet's board, how they look and how they are spoken: eight kinds, corners and black tiles."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from game.kernel.base_types import gettext_noop
from game.presentation.picture_squares import BONUS, EMPTY, TILE, TILE_EDGE, PictureSquare
from game.presentation.squares import Square, coord, in_rows, side_among
from game.presentation.squares import drawn_squares as squares_as_drawn
from game.variants.alfapet.rules.board import DOWN
from game.variants.alfapet.rules.view import CellView, OnlookersView, View

KINDS = {"d": "DL", "t": "TL", "q": "QL", "m": "ML", "D": "DW", "T": "TW", "Q": "QW", "*": "star"}
"""The marks of the layout as the style sheet names them: of letters and of words, two, three and four times."""

FIGURES = {"d": "×2", "t": "×3", "q": "×4", "m": "−2", "D": "×2", "T": "×3", "Q": "×4", "*": ""}
"""What stands on a square: figures alone, for eight kinds are too many to be abbreviated."""

SPOKEN = {
    "d": gettext_noop("letter times 2"),
    "t": gettext_noop("letter times 3"),
    "q": gettext_noop("letter times 4"),
    "m": gettext_noop("letter times minus 2"),
    "D": gettext_noop("word times 2"),
    "T": gettext_noop("word times 3"),
    "Q": gettext_noop("word times 4"),
    "*": gettext_noop("start star"),
}


def squares(view: View | OnlookersView, names: Sequence[str]) -> list[list[Square]]:
    """All squares, row by row, as the viewer sees them."""
    seats = len(view.players)
    drawn = [
        _square(cell, side_among(cell.by, view.viewer, seats) if cell.last and cell.by is not None else "")
        for cell in view.cells
    ]
    return in_rows(drawn, view.size)


def drawn_squares(view: View | OnlookersView, names: Sequence[str]) -> dict[str, str]:
    """The squares of a match that is played, by the ids of their elements, none of them marked as the last."""
    return squares_as_drawn(view, _square, "")


def _square(cell: CellView, last_by: str) -> Square:
    """`last_by`: the side of who laid it with the newest word, "" for any other square."""
    css, said, kind = "cell", [coord(cell.row, cell.col)], ""
    if cell.black:
        said.append(_("black tile, separates words"))
    elif cell.letter:
        said += [cell.letter, _("blank, 0") if cell.blank else str(cell.value)]
        if cell.arrow:
            said.append(_("arrow, the word turns down") if cell.arrow == DOWN else _("arrow, the word turns right"))
    elif cell.bonus in SPOKEN:
        kind = KINDS[cell.bonus]
        said.append(_(SPOKEN[cell.bonus]))
    else:
        said.append(_("empty"))
    if last_by:
        css += f" is-last by-{last_by}"
        said.append(_("last play"))
    bare = not (cell.letter or cell.black or kind)
    return Square(cell, css, ", ".join(said), kind, FIGURES.get(cell.bonus, "") if kind else "", 0, bare)


_BONUS = {**BONUS, "q": "#0b3a5e", "m": "#f3c6da", "Q": "#7a1f06"}
_BLACK = "#16292f"


def picture_square(square: Square) -> PictureSquare:
    """A square in the picture for links, with the arrow that turned its word, and black tiles."""
    cell: CellView = square.cell
    if cell.black:
        return PictureSquare(_BLACK)
    if not cell.letter:
        return PictureSquare(_BONUS.get(cell.bonus, EMPTY))
    arrow = "" if not cell.arrow else "down" if cell.arrow == DOWN else "right"
    return PictureSquare(TILE, cell.letter.lower() if cell.blank else cell.letter, TILE_EDGE, arrow=arrow)
