"""How long a session of an account lasts: two weeks without play, and thirty days whatever happens.

A guest's session has no such end: it is all a guest has, and goes with the guest, a month after the last visit.
The end stands in the session itself, so sockets meet it as pages do.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User

LONGEST = timedelta(days=30)
BEGAN = "signed_in_at"  # key in the session: an ISO date


def begin(request: HttpRequest) -> None:
    """Somebody has just signed in."""
    request.session[BEGAN] = timezone.now().isoformat()
    renew(request)


def renew(request: HttpRequest) -> None:
    """Let the session last two weeks from now, within its thirty days. One that is older than this rule begins now."""
    if isinstance(request.user, User) and request.user.is_guest:
        request.session.modified = True
        return
    now = timezone.now()
    began = datetime.fromisoformat(request.session.setdefault(BEGAN, now.isoformat()))
    request.session.set_expiry(min(now + timedelta(seconds=settings.SESSION_COOKIE_AGE), began + LONGEST))
