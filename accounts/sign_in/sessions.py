"""The lifetime of an account's session: two weeks without play, and thirty days at most.

A guest's session has no such limit: it is all a guest has, and is deleted with the guest, a month after the last visit;
two months for a guest who waits for a slow match or plays one (`User.kept_until`). The expiry is stored in the session
itself, so it holds for sockets as for pages.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User

LONGEST = timedelta(days=30)
_SECOND = timedelta(seconds=1)
BEGAN = "signed_in_at"  # key in the session: an ISO date


def begin(request: HttpRequest) -> None:
    """A user has just signed in."""
    request.session[BEGAN] = timezone.now().isoformat()
    renew(request)


def renew(request: HttpRequest) -> None:
    """Extend the session to two weeks from now, within its thirty days. A session older than this rule starts now."""
    now = timezone.now()
    if isinstance(request.user, User) and request.user.is_guest:
        if _is_kept(request.user):
            request.session.set_expiry(request.user.kept_until)
        request.session.modified = True
        return
    began = datetime.fromisoformat(request.session.setdefault(BEGAN, now.isoformat()))
    request.session.set_expiry(min(now + timedelta(seconds=settings.SESSION_COOKIE_AGE), began + LONGEST))


def lasts_long(request: HttpRequest) -> bool:
    """Whether the session lasts as long as its guest is kept for a slow match; True for all other users."""
    user = request.user
    until = user.kept_until if isinstance(user, User) and _is_kept(user) else None
    return until is None or bool(request.session.get_expiry_date() + _SECOND >= until)


def _is_kept(user: User) -> bool:
    return user.is_guest and user.kept_until is not None and user.kept_until > timezone.now()
