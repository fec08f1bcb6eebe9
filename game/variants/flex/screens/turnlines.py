"""Flex's turns as lines to read. Drawing of receipts; what may be shown was decided before."""

from collections.abc import Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.kernel.base_types import Seat
from game.presentation import turn_lines
from game.presentation.squares import coord
from game.presentation.turn_lines import TurnLine, WordSum, by_clock, credit, line_of, memory, seven_tiles, swapped
from game.variants.flex.rules.ledger import Receipt
from game.variants.flex.rules.scoring import Loosened, Word
from game.variants.flex.rules.view import OnlookersView, View


def turn_line(receipt: Receipt, view: View | OnlookersView, names: Sequence[str]) -> TurnLine:
    """One turn as a line, whether or not there is anything to show of it."""
    return _line(by_clock(receipt, view), view.viewer, view.over, view.size, tuple(names), get_language())


@memory.remember
def _line(
    receipt: Receipt, viewer: Seat | None, over: bool, size: int, names: tuple[str, ...], language: str | None
) -> TurnLine:
    """The same from all that it is made of: who reads, whether the match is over, the board's size, the names and the
    language."""
    sums = [WordSum(word.text, word.points, word_terms(word)) for word in receipt.words]
    sums += seven_tiles(receipt)
    sums += [WordSum(tile.letter, -tile.cost, (loosened_why(tile, size),)) for tile in receipt.loosened]
    moved = [cell for tile in receipt.loosened for cell in (tile.cell, tile.to) if cell is not None]
    return line_of(
        receipt,
        viewer,
        over,
        names,
        {"placed": _("No new word")},
        deeds=tuple(loosened_in_words(receipt) + swapped(receipt) + credit(receipt.credited)),
        sums=tuple(sums),
        cells=tuple(divmod(index, size) for index in sorted({*receipt.laid, *moved})),
    )


def word_terms(word: Word) -> tuple[str, ...]:
    """As in every game; then what counts for nothing."""
    again = [_("%(letters)s same again") % {"letters": " ".join(word.again)}] if word.again else []
    return (*turn_lines.word_terms(word), *again)


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
