"""What was last done in a match of Classic: a line that says it, and what the page plays it back from."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.presentation.last_actions import Deed, Teller, last_of
from game.variants.classic.ledger import Receipt
from game.variants.classic.view import View


def last_deeds(view: View, names: Sequence[str]) -> list[Deed]:
    """What was done last in the turn that runs and the one before it, oldest first."""
    return last_of(view.receipts, lambda receipt: _deeds(receipt, view, names))


def _deeds(receipt: Receipt, view: View, names: Sequence[str]) -> Iterator[Deed]:
    """A turn's failed tries, and then what ended it."""
    seat = receipt.seat
    for number in range(receipt.tries):
        tell = Teller(f"{receipt.turn}.{number}", view.viewer, names)
        yield tell.deed(seat, "try", _("%(who)s tried a word that is not in the list."))
    tell = Teller(f"{receipt.turn}.{receipt.tries}", view.viewer, names)
    match receipt.end:
        case "placed":
            yield tell.words(receipt, view.size)
        case "swapped":
            said = ngettext("%(who)s swapped %(n)d tile.", "%(who)s swapped %(n)d tiles.", receipt.swapped)
            yield tell.deed(seat, "swap", said, n=receipt.swapped)
        case "passed":
            yield tell.deed(seat, "pass", _("%(who)s passed."))
        case "conceded":
            yield tell.deed(seat, "pass", _("%(who)s conceded."))
        case "timed_out":
            yield tell.deed(seat, "time", _("%(who)s ran out of time."))
