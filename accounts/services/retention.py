"""Deletes inactive guests and ended sessions, a little at a time, by a periodic job.

A guest with a match, finished or running, is kept. Another guest with something to lose (a chosen name, a painted board
or a sign-up that waits for its code) is kept for thirty days after the last visit, and then the name is free again. A
guest who has only ever been "Guest 4821" is deleted after two days: the next click makes another one. A guest who waits
for a slow match is kept as long as that takes (`User.kept_until`).
"""

from datetime import UTC, datetime, timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.profiles.names import NUMBERED_GUEST
from accounts.services import naming
from game import api as game

KEPT = timedelta(days=30)
KEPT_WITH_NOTHING = timedelta(days=2)  # "seen" is recorded once a day
MOST_AT_ONCE = 500


def purge(now: int) -> int:
    """Delete the oldest such guests; returns how many. The rest waits for the next run, so that none takes long. Names
    that were given up long enough ago are released too."""
    naming.forget_names()
    moment = datetime.fromtimestamp(now / 1000, UTC)
    away = User.objects.filter(is_guest=True, seen_at__lt=moment - KEPT_WITH_NOTHING)
    has_nothing = Q(display_name__regex=NUMBERED_GUEST, email="", emailaddress=None, saved_boards=None)
    stale = away.filter(Q(seen_at__lt=moment - KEPT, date_joined__lt=moment - KEPT) | has_nothing, is_staff=False)
    stale = stale.filter(~Exists(game.seats_of(OuterRef("pk"))), Q(kept_until=None) | Q(kept_until__lt=moment))
    keys = list(stale.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])
    # Guests who came back in between are not among them.
    return away.filter(pk__in=keys).delete()[1].get("accounts.User", 0)


def clear_sessions(now: int) -> int:
    """Delete the sessions that ended first, with their rows in the list of sessions; returns how many."""
    moment = datetime.fromtimestamp(now / 1000, UTC)
    ended = Session.objects.filter(expire_date__lt=moment).order_by("expire_date")
    keys = list(ended.values_list("pk", flat=True)[:MOST_AT_ONCE])
    if not keys:
        return 0
    UserSession.objects.filter(session_key__in=keys).delete()
    return Session.objects.filter(pk__in=keys, expire_date__lt=moment).delete()[0]
