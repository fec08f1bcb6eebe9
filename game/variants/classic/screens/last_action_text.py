"""What was last done in a match of Classic: a line that says it, and what the page plays it back from."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from game.presentation.last_actions import Deed, Teller, last_of, turn_deeds
from game.variants.classic.rules.view import View


def last_deeds(view: View, names: Sequence[str]) -> list[Deed]:
    """What was done last in the turn that runs and the one before it, oldest first."""
    conceded = _("%(who)s conceded.")
    return last_of(view.receipts, lambda receipt: turn_deeds(receipt, view, names, Teller.words, conceded))
