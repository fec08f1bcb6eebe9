"""Guests who will not come back: no finished match, no running one, and not seen for thirty days.

Whoever began to sign up and never showed that the address is theirs is one of them, and the name is free again.
"""

from datetime import UTC, datetime, timedelta

from django.db.models import Exists, OuterRef

from accounts.models import User
from game import api as game

KEPT = timedelta(days=30)
MOST_AT_ONCE = 500


def purge(now: int) -> int:
    """Remove the oldest such guests; how many. The rest waits for the next run, so that none takes long."""
    since = datetime.fromtimestamp(now / 1000, UTC) - KEPT
    stale = User.objects.filter(is_guest=True, is_staff=False, seen_at__lt=since, date_joined__lt=since)
    stale = stale.filter(~Exists(game.seats_of(OuterRef("pk"))))
    keys = list(stale.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])
    return User.objects.filter(pk__in=keys, is_guest=True, seen_at__lt=since).delete()[1].get("accounts.User", 0)
