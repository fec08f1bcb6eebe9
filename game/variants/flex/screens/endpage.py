"""Flex's end page: the sums, and the viewer's highlights. Who won, and by what totals, was decided by the rules."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from game.presentation import endings
from game.presentation.plain import end_page
from game.variants.flex.rules.ending import DECLINED, IDLE_TURNS_TO_END, PLAYED_OUT, STALLED
from game.variants.flex.rules.view import View


def headline(view: View, names: Sequence[str]) -> str:
    """Who won, by how much where the totals decided; that it is a draw, or was never played."""
    return _("Match declined") if view.reason == DECLINED else endings.headline(view, names, PLAYED_OUT)


def reasons(view: View, names: Sequence[str]) -> list[str]:
    """How it ended, in a sentence."""
    if view.reason == DECLINED:
        who = next(seat for seat in range(len(names)) if seat != view.creator)
        if who == view.viewer:
            return [_("You declined the match. It counts nowhere.")]
        return [_("%(name)s declined the match. It counts nowhere.") % {"name": names[who]}]
    if view.reason == STALLED:
        return [_("Three turns in a row without a word. The totals decide.")]
    return [endings.why(view, names, IDLE_TURNS_TO_END, view.rules.number("timeouts_to_forfeit"))]


def final_totals(view: View, names: Sequence[str]) -> dict[str, Any]:
    """What the page shows of the match beside its turns; of the viewer's own, or to a stranger of any player's."""
    mine = [receipt for receipt in view.receipts if view.viewer in (None, receipt.seat)]
    return {
        **end_page.final_totals(view, names, PLAYED_OUT),
        "flexed": sum(bool(receipt.loosened) for receipt in mine),
        "cost": sum(receipt.cost for receipt in mine),
    }
