"""Guest accounts: players by one click, without a form.

Creates the guest's row and signs it in. How a guest becomes an account: allauth_adapter.py.
"""

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from common import rate_limits
from game import api as game

KEPT = timedelta(days=60)
"""How long a guest who waits for a slow match or plays one is kept, from the last time that was seen."""


def ensure_player(request: HttpRequest) -> User:
    """The signed-in player of this request; for a visitor a new guest, under a new session key. Raises TooMany.

    The key is new because an attacker who planted the visitor's old one must not get the guest's seat with it.
    """
    if isinstance(request.user, User):
        return request.user
    rate_limits.take(rate_limits.GUESTS, request)
    guest = create_guest()
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def create_guest() -> User:
    """A new guest row named by number in the language of the interface: "Guest 4821"."""
    # Two guests may share a number: it is a display name, not a key.
    guest = User(
        username=f"guest-{secrets.token_hex(12)}",
        display_name=_("Guest %(number)d") % {"number": 1000 + secrets.randbelow(9000)},
        is_guest=True,
    )
    guest.set_unusable_password()
    guest.save()
    return guest


def keep(user_ids: Iterable[int], now: int) -> None:
    """Keep the guests among these players for that time from `now` (ms) on; their next action extends their sessions
    too. Joins the caller's transaction."""
    until = datetime.fromtimestamp(now / 1000, UTC) + KEPT
    User.objects.filter(pk__in=list(user_ids), is_guest=True).update(kept_until=until)


def keep_who_plays_slowly(user: User, now: datetime) -> None:
    """Keep a guest in a match whose turns take days, an adjourned one too, for that time from now on."""
    if user.is_guest and game.plays_slowly(user.pk):
        user.kept_until = now + KEPT
        user.save(update_fields=["kept_until"])


def begin_again(guest: User) -> None:
    """Delete the address of a sign-up that was not completed, so that it blocks no other sign-up."""
    EmailAddress.objects.filter(user=guest, verified=False).delete()
    if guest.email:
        guest.email = ""
        guest.save(update_fields=["email"])
