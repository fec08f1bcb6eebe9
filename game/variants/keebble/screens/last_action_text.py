"""The last actions of a match of Keebble: a sentence for each, and what the page plays it back from."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.kernel.base_types import Seat
from game.presentation.last_actions import Deed, Teller, last_sided, left_deeds
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.board import SIZE
from game.variants.keebble.rules.ledger import Receipt
from game.variants.keebble.rules.view import OnlookersView, View
from game.variants.keebble.screens.turnlines import done

LOOKS = {
    kinds.SPECIAL: "bonus", kinds.DESTROY: "blast", kinds.SWAP: "fortify", kinds.LETTERS: "fortify",
    kinds.BACKPACK: "fortify",
}  # fmt: skip
"""How the page plays back and sounds what changes squares and makes no word."""


def last_deeds(view: View | OnlookersView, names: Sequence[str]) -> list[Deed]:
    """What was done last in the turn that runs and the one before it, oldest first."""
    return last_sided(view, lambda receipt: _deeds(receipt, view, names))


def _deeds(receipt: Receipt, view: View | OnlookersView, names: Sequence[str]) -> Iterator[tuple[Seat, Deed]]:
    """Each with whose it is: what ended the turn, and who left meanwhile."""
    seat, tell = receipt.seat, Teller(f"{receipt.turn}.0", view.viewer, names)
    if receipt.end == "timed_out":
        yield seat, tell.deed(seat, "time", _("%(who)s ran out of time. The last option is gone."))
    elif receipt.words:
        yield seat, _words(tell, receipt)
    elif receipt.option:
        kind = LOOKS.get(receipt.option.kind, "pass") if receipt.cells else "pass"
        deed = tell.deed(seat, kind, "%(who)s: %(done)s.", done=done(receipt))
        yield seat, replace(deed, cells=tuple(divmod(index, SIZE) for index in receipt.cells))
    yield from left_deeds(receipt, view, names, 1)


def _words(tell: Teller, receipt: Receipt) -> Deed:
    said = ngettext("%(who)s made %(words)s for %(n)d point.", "%(who)s made %(words)s for %(n)d points.",
                    receipt.score)  # fmt: skip
    words = " + ".join(word.text for word in receipt.words)
    deed = tell.deed(receipt.seat, "words", said, words=words, n=receipt.score)
    cells = receipt.cells or receipt.words[0].cells
    return replace(
        deed,
        cells=tuple(divmod(index, SIZE) for index in cells),
        points=tuple(word.points for word in receipt.words),
    )
