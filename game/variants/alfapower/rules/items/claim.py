"""Claim: keep an empty plain square for oneself until a tile lies on it or it is blasted."""

from game.crossword.board import Cell
from game.kernel.base_types import Seat, gettext_noop
from game.variants.alfapower.rules.items.base import Item
from game.variants.alfapower.rules.state import MatchState


def may_target(state: MatchState, seat: Seat, index: int, cell: Cell) -> bool:
    """An empty, plain, unclaimed, living cell."""
    return cell.free_and_plain


def affect(state: MatchState, seat: Seat, cell: Cell) -> Cell:
    """Only the owner may place there."""
    return cell._replace(claim=seat)


ITEMS = (
    Item(
        key="claim",
        order=30,
        title=gettext_noop("Claim"),
        blurb=gettext_noop("Keep an empty plain square for yourself."),
        icon='<path d="M6 21V4M6 5c4-2.5 7 2 12 0v8c-5 2-8-2.5-12 0"/>',
        price=4,
        aim="cell",
        may_target=may_target,
        affect=affect,
    ),
)
