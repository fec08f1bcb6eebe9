"""The last actions of a match of Alfapet: a sentence for each, and what the page plays it back from."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import ngettext

from game.kernel.base_types import Seat
from game.presentation.last_actions import Deed, Teller, last_sided, left_deeds, turn_deeds
from game.variants.alfapet.rules.ledger import Receipt
from game.variants.alfapet.rules.view import OnlookersView, View


def last_deeds(view: View | OnlookersView, names: Sequence[str]) -> list[Deed]:
    """What was done last in the turn that runs and the one before it, oldest first."""
    return last_sided(view, lambda receipt: _deeds(receipt, view, names))


def _deeds(receipt: Receipt, view: View | OnlookersView, names: Sequence[str]) -> Iterator[tuple[Seat, Deed]]:
    """Each with whose it is: the turn's own, and who left meanwhile."""
    for deed in turn_deeds(receipt, view, names, _words):
        yield receipt.seat, deed
    yield from left_deeds(receipt, view, names, receipt.tries + 1)


def _words(tell: Teller, receipt: Receipt, size: int) -> Deed:
    said = ngettext("%(who)s played %(words)s for %(n)s point.", "%(who)s played %(words)s for %(n)s points.",
                    abs(receipt.score))  # fmt: skip
    words = " + ".join(word.text for word in receipt.words)
    deed = tell.deed(receipt.seat, "words", said, words=words, n=str(receipt.score).replace("-", "−"))
    black = (receipt.black,) if receipt.black else ()
    return replace(deed, cells=(*receipt.tiles, *black), points=tuple(word.points for word in receipt.words))
