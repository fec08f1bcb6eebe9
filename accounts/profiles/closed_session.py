"""The session of somebody whose account is closed: it signs nobody in, and is good for the pages of that decision.

It is begun where the player has just been who they are: by the right password at the sign-in, or by the session that
the sanction ends. It names the sanction, lasts for an hour, and is ended by signing in as somebody else. What it opens
is read anew at each request, so it opens nothing once the account is open again. Data is given out only where the
password was right a moment ago and the account has no second factor, which nobody asks for here.
"""

from dataclasses import dataclass

from allauth.mfa.utils import is_mfa_enabled
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Sanction, SanctionKind, User
from accounts.services import sanctions

KEY = "closed_account"
LASTS_SECONDS = 60 * 60
DATA_SECONDS = 15 * 60


@dataclass(frozen=True, slots=True)
class Closed:
    """The sanction that closes the account, and whether its player may download their data in this session."""

    sanction: Sanction
    may_download: bool


def begin(request: HttpRequest, found: Sanction, *, by_password: bool) -> None:
    """From now on this browser may read of that sanction. Whoever was signed in here is so no longer."""
    request.session.flush()
    now = round(timezone.now().timestamp())
    request.session[KEY] = {"sanction": found.pk, "since": now, "by_password": by_password}
    request.session.set_expiry(LASTS_SECONDS)


def of(request: HttpRequest) -> Closed | None:
    """The closed account of this session; None where there is none, or it is closed no longer."""
    kept = request.session.get(KEY)
    if not kept or request.user.is_authenticated:
        return None
    age = timezone.now().timestamp() - kept["since"]
    rows = Sanction.objects.select_related("user", "appeal").filter(pk=kept["sanction"], kind=SanctionKind.CLOSED)
    found = rows.first()
    if found is None or age > LASTS_SECONDS or not sanctions.holds(found):
        return None
    is_fresh = kept["by_password"] and age <= DATA_SECONDS
    return Closed(found, found.user.is_guest or (is_fresh and not is_mfa_enabled(found.user)))


def user_of(request: HttpRequest) -> User | None:
    """Whose decisions the request may read: the player's who is signed in, or of the closed account."""
    if isinstance(request.user, User):
        return request.user
    closed = of(request)
    return closed.sanction.user if closed else None
