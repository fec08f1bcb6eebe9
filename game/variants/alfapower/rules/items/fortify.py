"""Fortify: add 1 to the value of a plain tile on the board, any player's, up to the cap."""

from game.crossword.board import Cell
from game.kernel.base_types import Seat, gettext_noop
from game.kernel.setting_types import Number
from game.variants.alfapower.rules.items.base import Item
from game.variants.alfapower.rules.state import MatchState


def may_target(state: MatchState, seat: Seat, index: int, cell: Cell) -> bool:
    """A plain tile below the cap."""
    return cell.letter != "" and cell.fortified < state.rules.number("fortify_cap")


def affect(state: MatchState, seat: Seat, cell: Cell) -> Cell:
    """The tile is worth one more while it lies."""
    return cell._replace(fortified=cell.fortified + 1)


ITEMS = (
    Item(
        key="fortify",
        order=20,
        title=gettext_noop("Fortify"),
        blurb=gettext_noop("Add 1 to the value of any tile on the board."),
        icon='<path d="M12 3l7.5 3v5.5c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.5V6zM12 8.5v6.5M8.8 11.8h6.4"/>',
        price=4,
        aim="cell",
        may_target=may_target,
        affect=affect,
        options=(
            Number(
                key="fortify_cap",
                default=1,
                low=1,
                high=9,
                group="rules",
                label=gettext_noop("Fortify cap"),
                hint=gettext_noop("The most Fortify can add to one tile. 1 means it does not stack."),
            ),
        ),
    ),
)
