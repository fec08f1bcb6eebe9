"""The last actions of a match of Flex: a sentence for each, and what the page plays it back from."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import ngettext

from game.presentation.last_actions import Deed, Teller, last_of, turn_deeds
from game.variants.flex.rules.ledger import Receipt
from game.variants.flex.rules.view import OnlookersView, View
from game.variants.flex.screens.turnlines import loosened_in_words


def last_deeds(view: View | OnlookersView, names: Sequence[str]) -> list[Deed]:
    """What was done last in the turn that runs and the one before it, oldest first."""
    return last_of(view.receipts, lambda receipt: turn_deeds(receipt, view, names, _placed))


def _placed(tell: Teller, receipt: Receipt, size: int) -> Deed:
    """The words, and after them what was lifted. A turn may earn less than nothing, so the number bears its sign."""
    if receipt.words:
        said = ngettext("%(who)s played %(words)s for %(n)d point.", "%(who)s played %(words)s for %(n)d points.",
                        abs(receipt.score))  # fmt: skip
    else:
        said = ngettext("%(who)s made no new word: %(n)d point.", "%(who)s made no new word: %(n)d points.",
                        abs(receipt.score))  # fmt: skip
    told = tell.deed(receipt.seat, "words", said, words=" + ".join(w.text for w in receipt.words), n=receipt.score)
    lifted = "; ".join(loosened_in_words(receipt))
    cells = {*receipt.laid, *(tile.to for tile in receipt.loosened if tile.to is not None)}
    return replace(
        told,
        text=f"{told.text} ({lifted})" if lifted else told.text,
        cells=tuple(divmod(index, size) for index in sorted(cells)),
        points=tuple(word.points for word in receipt.words),
    )
