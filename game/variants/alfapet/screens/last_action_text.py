"""The last actions of a match of Alfapet: a sentence for each, and what the page plays it back from."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.last_actions import Deed, Teller, last_of
from game.variants.alfapet.rules.ledger import Receipt
from game.variants.alfapet.rules.view import OnlookersView, View
from game.variants.alfapet.screens.squares import side
from game.variants.alfapet.screens.turnlines import left_sentence


def last_deeds(view: View | OnlookersView, names: Sequence[str]) -> list[Deed]:
    """What was done last in the turn that runs and the one before it, oldest first."""
    return last_of(view.receipts, lambda receipt: _sided(receipt, view, names))


def _sided(receipt: Receipt, view: View | OnlookersView, names: Sequence[str]) -> Iterator[Deed]:
    """Each in the colour of who did it."""
    for seat, deed in _deeds(receipt, view, names):
        yield replace(deed, side=side(seat, view.viewer, len(view.players)))


def _deeds(receipt: Receipt, view: View | OnlookersView, names: Sequence[str]) -> Iterator[tuple[int, Deed]]:
    """Each with whose it is: a turn's failed tries, then what ended it, and who left meanwhile."""
    seat = receipt.seat
    for number in range(receipt.tries):
        tell = Teller(f"{receipt.turn}.{number}", view.viewer, names)
        yield seat, tell.deed(seat, "try", _("%(who)s tried a word that is not in the list."))
    tell = Teller(f"{receipt.turn}.{receipt.tries}", view.viewer, names)
    match receipt.end:
        case "placed":
            yield seat, _words(tell, receipt)
        case "swapped":
            said = ngettext("%(who)s swapped %(n)d tile.", "%(who)s swapped %(n)d tiles.", receipt.swapped)
            yield seat, tell.deed(seat, "swap", said, n=receipt.swapped)
        case "passed":
            yield seat, tell.deed(seat, "pass", _("%(who)s passed."))
        case "timed_out":
            yield seat, tell.deed(seat, "time", _("%(who)s ran out of time."))
    for place, left in enumerate(receipt.gone):
        tell = Teller(f"{receipt.turn}.{receipt.tries + 1 + place}", view.viewer, names)
        said = left_sentence(left.seat, left.reason, view.viewer, names)
        if not view.over:
            stands = _("The score stands; the others play on.")
            said = f"{said} {stands}"
        yield left.seat, tell.deed(left.seat, "pass", said.replace("%", "%%"))


def _words(tell: Teller, receipt: Receipt) -> Deed:
    said = ngettext("%(who)s played %(words)s for %(n)s point.", "%(who)s played %(words)s for %(n)s points.",
                    abs(receipt.score))  # fmt: skip
    words = " + ".join(word.text for word in receipt.words)
    deed = tell.deed(receipt.seat, "words", said, words=words, n=str(receipt.score).replace("-", "−"))
    black = (receipt.black,) if receipt.black else ()
    return replace(deed, cells=(*receipt.tiles, *black), points=tuple(word.points for word in receipt.words))
