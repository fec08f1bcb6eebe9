"""Guests: players by one click, without a form.

Makes the guest's row and signs it in, and checks the names players choose. Turning a guest into an account,
and names that merely look like another's, are not handled here.
"""

import secrets
import unicodedata

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import NAME_LENGTH, User

SHORTEST_NAME = 2

# Letters by Unicode's book, yet they show as nothing at all (the Hangul fillers).
_UNSEEN_LETTERS = frozenset("\u115f\u1160\u3164\uffa0")


class BadName(ValueError):
    """A name that cannot be shown. `code`: too_short, too_long, bad_character or no_letter."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def ensure_player(request: HttpRequest) -> User:
    """The signed-in player of this request; for a visitor a new guest, signed in under a new session key.

    A new key, because whoever planted the visitor's old one must not get the guest's seat with it.
    """
    if isinstance(request.user, User):
        return request.user
    guest = create_guest()
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest


def create_guest() -> User:
    """A new guest row named by number in the language of the interface: "Guest 4821"."""
    # Two guests may share a number: it is a name to be called by, not a key.
    guest = User(
        username=f"guest-{secrets.token_hex(12)}",
        display_name=_("Guest %(number)d") % {"number": 1000 + secrets.randbelow(9000)},
        is_guest=True,
    )
    guest.set_unusable_password()
    guest.save()
    return guest


def clean_name(raw: str) -> str:
    """The name as it will be shown: composed (NFC), trimmed, with single spaces. Raises BadName.

    2-20 letters, digits, spaces and hyphens, at least one of them a letter or digit. Everything else is
    refused, so no control, zero-width or direction-changing character can disguise a name or bend the text
    around it.
    """
    name = unicodedata.normalize("NFC", raw).strip()
    if not all(_may_stand_in_name(char) for char in name):
        raise BadName("bad_character")
    name = " ".join(name.split())
    if len(name) < SHORTEST_NAME:
        raise BadName("too_short")
    if len(name) > NAME_LENGTH:
        raise BadName("too_long")
    if not any(char.isalnum() for char in name):
        raise BadName("no_letter")
    return name


def rename(user_id: int, raw: str) -> None:
    """Give the player the name `raw`; matches already begun keep the old one. Raises BadName."""
    User.objects.filter(pk=user_id).update(display_name=clean_name(raw))


def _may_stand_in_name(char: str) -> bool:
    if char in " -":
        return True
    return unicodedata.category(char) in {"Lu", "Ll", "Lt", "Lm", "Lo", "Nd"} and char not in _UNSEEN_LETTERS
