"""The four items that make an empty plain square a bonus square, for the first player to land on it."""

from game.crossword.board import Cell
from game.kernel.base_types import Seat, gettext_noop
from game.variants.alfapower.rules.items.base import Item
from game.variants.alfapower.rules.state import MatchState


def may_target(state: MatchState, seat: Seat, index: int, cell: Cell) -> bool:
    """An empty, plain, unclaimed, living cell that is not the centre."""
    return cell.free_and_plain and index != state.board.center


def _places(mark: str, key: str, order: int, title: str, blurb: str, label: str, price: int) -> Item:
    def affect(state: MatchState, seat: Seat, cell: Cell) -> Cell:
        return cell._replace(bonus=mark, made=True)

    return Item(
        key=key, order=order, title=title, blurb=blurb, icon=label, price=price,
        aim="cell", base=False, may_target=may_target, affect=affect,
    )  # fmt: skip


ITEMS = (
    _places("d", "place_dl", 50, gettext_noop("Place DL"), gettext_noop("Make a plain square double letter."), "DL", 5),
    _places("t", "place_tl", 60, gettext_noop("Place TL"), gettext_noop("Make a plain square triple letter."), "TL", 8),
    _places("D", "place_dw", 70, gettext_noop("Place DW"), gettext_noop("Make a plain square double word."), "DW", 10),
    _places("T", "place_tw", 80, gettext_noop("Place TW"), gettext_noop("Make a plain square triple word."), "TW", 14),
)
