"""Signed addresses in mails: whoever has one may end mail to its player, and nothing else, without signing in."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.urls import reverse

LEAVE, ADDRESS = "news.leave", "news.address"
CONFIRM_SECONDS = 24 * 60 * 60


class BadLink(ValueError):
    """Forged, changed, or too old."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """Whose mail a link ends, and of which kinds, by their keys."""

    user_id: int
    kinds: tuple[str, ...]


def leave_address(user_id: int, kinds: Sequence[str]) -> str:
    """The whole address of the page to leave mail of these kinds, or all."""
    token = signing.dumps([user_id, *kinds], salt=LEAVE)
    return settings.SITE_ORIGIN + reverse("news:leave", args=[token])


def leaving(token: str) -> Leaving:
    """What a link is about. Raises BadLink."""
    try:
        user_id, *kinds = signing.loads(token, salt=LEAVE)
    except signing.BadSignature as error:
        raise BadLink from error
    return Leaving(user_id, tuple(kinds))


def confirm_address(user_id: int, address: str) -> str:
    """The whole address by which it is shown that mail arrives there."""
    token = signing.dumps([user_id, address], salt=ADDRESS)
    return settings.SITE_ORIGIN + reverse("news:confirm-mail", args=[token])


def confirmed(token: str) -> str:
    """The address of mail that a link is about. Raises BadLink."""
    try:
        _, address = signing.loads(token, salt=ADDRESS, max_age=CONFIRM_SECONDS)
    except signing.BadSignature as error:
        raise BadLink from error
    return str(address)
