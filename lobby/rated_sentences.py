"""What a player reads to whom moderators have closed rated play."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.api import SanctionKind, open_sanction


def closed_said(until: datetime | None) -> str:
    """That rated play is closed, until when, and what is open."""
    if until is None:
        return _("Rated play is closed to you. Rooms, bots and the puzzle are open.")
    moment = date_format(timezone.localtime(until), "j F Y H:i")
    return _("Rated play is closed to you until %(until)s (UTC). Rooms, bots and the puzzle are open.") % {
        "until": moment
    }


def closed_to(user: Any) -> str:
    """The same for this user, if rated play is closed to them; "" without a statement for nearly everybody."""
    if not getattr(user, "is_kept_from_rated", False):
        return ""
    found = open_sanction(user.pk, SanctionKind.NO_RATED)
    return closed_said(found.until) if found else ""
