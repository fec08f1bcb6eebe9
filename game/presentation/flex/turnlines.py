"""Flex's turns as lines to read. Drawing of receipts; what may be told was decided before."""

from collections.abc import Sequence

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from game.kernel.base_types import Seat
from game.presentation.squares import coord, side_of
from game.presentation.turn_lines import TurnLine, WordSum, by_clock, credit, memory, tile_name, tried
from game.variants.flex.ledger import Receipt
from game.variants.flex.scoring import Loosened, Word
from game.variants.flex.view import View


def turn_line(receipt: Receipt, view: View, names: Sequence[str]) -> TurnLine:
    """One turn as a line, whether or not there is anything to tell of it."""
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
    sums += [WordSum(tile.letter, -tile.cost, (loosened_why(tile, size),)) for tile in receipt.loosened]
    moved = [cell for tile in receipt.loosened for cell in (tile.cell, tile.to) if cell is not None]
    return TurnLine(
        receipt=receipt,
        css=f"seat-{side_of(receipt.seat, viewer)}",
        who=_("You") if receipt.seat == viewer else names[receipt.seat],
        what=" + ".join(word.text for word in receipt.words) or _what(receipt, over),
        spelled=bool(receipt.words),
        deeds=tuple(loosened_in_words(receipt) + _swapped(receipt) + credit(receipt.credited)),
        fine=tried(receipt.tries, receipt.try_words),
        sums=tuple(sums),
        cells=tuple(divmod(index, size) for index in sorted({*receipt.laid, *moved})),
    )


def word_terms(word: Word) -> tuple[str, ...]:
    """The parts of a word's sum that count for something, the letters first; then what counts for nothing."""
    terms = [_("letters %(points)d") % {"points": word.face}]
    if word.letters:
        terms.append(_("letter squares +%(points)d") % {"points": word.letters})
    if word.word > 1:
        terms.append(_("word squares × %(times)d") % {"times": word.word})
    if word.again:
        terms.append(_("%(letters)s same again") % {"letters": " ".join(word.again)})
    return tuple(terms)


def loosened_why(tile: Loosened, size: int) -> str:
    """Where a lifted tile went, and what raised its cost: "I8 → G8", "J10 → K9, off a letter square × 3"."""
    origin = coord(*divmod(tile.cell, size))
    if tile.to is None:
        return _("taken from %(square)s") % {"square": origin}
    way = f"{origin} → {coord(*divmod(tile.to, size))}"
    if tile.factor > 1:
        return _("%(way)s, off a letter square × %(times)d") % {"way": way, "times": tile.factor}
    return way


def loosened_in_words(receipt: Receipt) -> list[str]:
    """What was moved and what was taken, each in one phrase with what it cost."""
    told = []
    for taken, phrase in ((False, _("moved %(letters)s")), (True, _("took %(letters)s"))):
        tiles = [tile for tile in receipt.loosened if (tile.to is None) is taken]
        if tiles:
            cost = sum(tile.cost for tile in tiles)
            said = phrase % {"letters": " ".join(tile.letter for tile in tiles)}
            told.append(f"{said}, −{cost}" if cost else said)
    return told


def _what(receipt: Receipt, over: bool) -> str:
    return {
        "placed": _("No new word"),
        "swapped": pgettext("a turn", "Swap"),
        "passed": pgettext("a turn", "Pass"),
        "timed_out": _("Out of time"),
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
