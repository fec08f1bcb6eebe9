"""The turns of a plain word game as lines to read. Drawing of receipts; what may be shown was decided before."""

from collections.abc import Sequence

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from game.crossword.plain.ledger import Receipt
from game.crossword.plain.view import OnlookersPlainView, PlainView
from game.kernel.base_types import Seat
from game.presentation.squares import side_of
from game.presentation.turn_lines import (
    TurnLine,
    WordSum,
    by_clock,
    credit,
    end_in_words,
    memory,
    swapped,
    tried,
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
    sums = [WordSum(word.text, word.points, word_terms(word)) for word in receipt.words]
    if receipt.bingo:
        sums.append(WordSum(_("Seven tiles"), receipt.bingo, (_("all of the hand in one turn"),)))
    return TurnLine(
        receipt=receipt,
        css=f"seat-{side_of(receipt.seat, viewer)}",
        who=_("You") if receipt.seat == viewer else names[receipt.seat],
        what=" + ".join(word.text for word in receipt.words)
        or end_in_words(receipt.end, over, {"conceded": _("Conceded"), "left": pgettext("the match", "Left")}),
        spelled=bool(receipt.words),
        deeds=tuple(swapped(receipt) + credit(receipt.credited)),
        fine=tried(receipt.tries, receipt.try_words),
        sums=tuple(sums),
        cells=tuple(divmod(index, size) for index in receipt.laid),
    )
