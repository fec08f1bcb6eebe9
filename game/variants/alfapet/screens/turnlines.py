"""Alfapet's turns as lines to read. Drawing of receipts; what may be shown was decided before."""

from collections.abc import Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.kernel.base_types import Seat
from game.presentation.squares import side_among
from game.presentation.turn_lines import (
    TurnLine,
    WordSum,
    by_clock,
    credit,
    left_sentence,
    line_of,
    memory,
    swapped,
    word_squares,
)
from game.variants.alfapet.rules.ledger import Receipt
from game.variants.alfapet.rules.scoring import Word
from game.variants.alfapet.rules.view import OnlookersView, View


def turn_line(receipt: Receipt, view: View | OnlookersView, names: Sequence[str]) -> TurnLine:
    """One turn as a line, whether or not there is anything to show of it."""
    bonus = view.rules.number("theme_bonus")
    return _line(by_clock(receipt, view), view.viewer, view.over, bonus, tuple(names), get_language())


@memory.remember
def _line(
    receipt: Receipt, viewer: Seat | None, over: bool, theme_bonus: int, names: tuple[str, ...], language: str | None
) -> TurnLine:
    """The same from all that it is made of: who reads, whether the match is over, what a theme word is worth, the names
    and the language."""
    sums = [WordSum(word.text, word.points, word_terms(word)) for word in receipt.words]
    if receipt.bonus:
        sums.append(WordSum(_("Full rack"), receipt.bonus, (_("all of the rack in one turn"),)))
    sums += [WordSum(word, theme_bonus, (_("theme word"),)) for word in receipt.theme]
    black = (receipt.black,) if receipt.black else ()
    gone = [left_sentence(left.seat, left.reason, viewer, names) for left in receipt.gone]
    return line_of(
        receipt,
        viewer,
        over,
        names,
        {"left": _("Left")},
        css=f"seat-{side_among(receipt.seat, viewer, len(names))}",
        deeds=(*_laid(receipt), *swapped(receipt), *gone, *credit(receipt.credited)),
        sums=tuple(sums),
        cells=(*receipt.tiles, *black),
    )


def word_terms(word: Word) -> tuple[str, ...]:
    """The parts of a word's sum that count for something, the letters first."""
    terms = [_("letters %(points)d") % {"points": word.face}]
    if word.letters:
        figure = f"+{word.letters}" if word.letters > 0 else f"−{-word.letters}"
        terms.append(_("letter squares %(points)s") % {"points": figure})
    if word.word > 1:
        terms.append(word_squares(word.word))
    return tuple(terms)


def _laid(receipt: Receipt) -> list[str]:
    """What was laid beside letters."""
    return [_("black tile")] * (receipt.black is not None) + [_("arrow")] * (receipt.arrow is not None)
