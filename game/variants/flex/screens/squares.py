"""The squares of Flex's board: as in every game with plain squares, but for those that were lifted."""

from collections.abc import Sequence
from dataclasses import replace

from game.presentation.squares import drawn_plain_squares
from game.variants.flex.rules.view import OnlookersView, View


def drawn_squares(view: View | OnlookersView, names: Sequence[str]) -> dict[str, str]:
    """The squares of a match that is played, by the ids of their elements, whatever was lifted from them last."""
    cells = tuple(cell._replace(lifted=False) if cell.lifted else cell for cell in view.cells)
    return drawn_plain_squares(replace(view, cells=cells), names)
