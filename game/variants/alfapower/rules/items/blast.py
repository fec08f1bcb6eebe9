"""Blast: destroy a plain tile or a claim; the square is dead for good. Dearer when the bag runs low."""

from game.crossword.board import Cell
from game.kernel.base_types import Seat, gettext_noop
from game.kernel.setting_types import Number
from game.variants.alfapower.rules.items.base import Item
from game.variants.alfapower.rules.state import MatchState


def may_target(state: MatchState, seat: Seat, index: int, cell: Cell) -> bool:
    """A cell with a plain tile, or a claimed one, any player's."""
    return cell.letter != "" or cell.claim is not None


def affect(state: MatchState, seat: Seat, cell: Cell) -> Cell:
    """Tile and claim are gone; the bonus mark stays, to no effect."""
    return Cell(bonus=cell.bonus, made=cell.made, dead=True)


def surcharge(state: MatchState) -> int:
    """What is added to the price while the bag holds fewer tiles than the limit."""
    low = len(state.bag) < state.rules.number("blast_surcharge_below")
    return state.rules.number("blast_surcharge") if low else 0


ITEMS = (
    Item(
        key="blast",
        order=40,
        title=gettext_noop("Blast"),
        blurb=gettext_noop("Destroy a tile or a claim. The square is dead for good."),
        icon=(
            '<path d="M12 2.5l2 5 4.7-2.6-1.6 5 4.9 2.1-4.9 2.1 1.6 5-4.7-2.6-2 5-2-5-4.7 2.6 1.6-5L2 12'
            'l4.9-2.1-1.6-5L10 7.5z"/>'
        ),
        price=10,
        aim="cell",
        may_target=may_target,
        affect=affect,
        surcharge=surcharge,
        options=(
            Number(
                key="blast_surcharge",
                default=2,
                low=0,
                high=50,
                group="rules",
                label=gettext_noop("Late Blast surcharge"),
                hint=gettext_noop("Extra coins for Blast while the bag is low."),
            ),
            Number(
                key="blast_surcharge_below",
                default=10,
                low=0,
                high=200,
                group="rules",
                label=gettext_noop("Surcharge below"),
                hint=gettext_noop("The surcharge applies while the bag has fewer tiles than this."),
            ),
        ),
    ),
)
