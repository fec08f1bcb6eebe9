"""The turns of a plain word game as lines to read. Drawing of receipts; what may be shown was decided before."""

from collections.abc import Sequence

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from game.crossword.plain.ledger import Receipt
from game.crossword.plain.view import OnlookersPlainView, PlainView
from game.kernel.base_types import Seat
from game.presentation.turn_lines import (
    TurnLine,
    WordSum,
    by_clock,
    credit,
    line_of,
    memory,
    seven_tiles,
    swapped,
    word_terms,
)


def turn_line(receipt: Receipt, view: PlainView | OnlookersPlainView, names: Sequence[str]) -> TurnLine:
    """One turn as a line, whether or not there is anything to show of it."""
    return _line(by_clock(receipt, view), view.viewer, view.over, view.size, tuple(names), get_language())


@memory.remember
def _line(
    receipt: Receipt, viewer: Seat | None, over: bool, size: int, names: tuple[str, ...], language: str | None
) -> TurnLine:
    """The same from all that it is made of: who reads, whether the match is over, the board's size, the names and the
    language."""
    ends = {"conceded": _("Conceded"), "left": pgettext("the match", "Left")}
    sums = [WordSum(word.text, word.points, word_terms(word)) for word in receipt.words]
    return line_of(
        receipt,
        viewer,
        over,
        names,
        ends,
        deeds=tuple(swapped(receipt) + credit(receipt.credited)),
        sums=tuple(sums + seven_tiles(receipt)),
        cells=tuple(divmod(index, size) for index in receipt.laid),
    )
