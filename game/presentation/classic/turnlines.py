"""Classic's turns as lines to read. Drawing of receipts; what may be told was decided before."""

from collections.abc import Sequence

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from game.crossword.scoring import Word
from game.kernel.base_types import Seat
from game.presentation.squares import side_of
from game.presentation.turn_lines import TurnLine, WordSum, by_clock, credit, memory, tile_name, tried
from game.variants.classic.ledger import Receipt
from game.variants.classic.view import View


def turn_line(receipt: Receipt, view: View, names: Sequence[str]) -> TurnLine:
    """One turn as a line, whether or not there is anything to tell of it."""
    return _line(by_clock(receipt, view), view.viewer, view.over, view.size, tuple(names), get_language())


@memory.remember
def _line(
    receipt: Receipt, viewer: Seat | None, over: bool, size: int, names: tuple[str, ...], language: str | None
) -> TurnLine:
    """The same from all that it is made of: who reads, whether the match is over, the board's size, the names and the
    language."""
    sums = [WordSum(word.text, word.points, _terms(word)) for word in receipt.words]
    if receipt.bingo:
        sums.append(WordSum(_("Seven tiles"), receipt.bingo, (_("all of the hand in one turn"),)))
    return TurnLine(
        receipt=receipt,
        css=f"seat-{side_of(receipt.seat, viewer)}",
        who=_("You") if receipt.seat == viewer else names[receipt.seat],
        what=" + ".join(word.text for word in receipt.words) or _what(receipt, over),
        spelled=bool(receipt.words),
        deeds=tuple(_swapped(receipt) + credit(receipt.credited)),
        fine=tried(receipt.tries, receipt.try_words),
        sums=tuple(sums),
        cells=tuple(divmod(index, size) for index in receipt.laid),
    )


def _terms(word: Word) -> tuple[str, ...]:
    """The parts of a word's sum that count for something, the letters first."""
    terms = [_("letters %(points)d") % {"points": word.face}]
    if word.letters:
        terms.append(_("letter squares +%(points)d") % {"points": word.letters})
    if word.word > 1:
        terms.append(_("word squares × %(times)d") % {"times": word.word})
    return tuple(terms)


def _what(receipt: Receipt, over: bool) -> str:
    return {
        "swapped": pgettext("a turn", "Swap"),
        "passed": pgettext("a turn", "Pass"),
        "timed_out": _("Out of time"),
        "conceded": _("Conceded"),
        "": _("Match over") if over else _("Now"),
    }[receipt.end]


def _swapped(receipt: Receipt) -> list[str]:
    """What was changed: the tiles where they may be seen, else how many."""
    if not receipt.swapped:
        return []
    if receipt.gave and receipt.got:
        gave, got = (" ".join(tile_name(tile) for tile in tiles) for tiles in (receipt.gave, receipt.got))
        return [_("%(gave)s for %(got)s") % {"gave": gave, "got": got}]
    return [ngettext("%(count)d tile", "%(count)d tiles", receipt.swapped) % {"count": receipt.swapped}]
