"""Tokens of the bot API: made, looked up by a request's header, and revoked."""

import hashlib
import re
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.api import User
from common.refusals import CodedError
from common.typed_text import as_meant
from game import api as game
from web_api.models import NAME_LENGTH, Token

MOST = 5
"""Tokens of an account: one for each machine that a program runs on."""
_FORM = re.compile(r"Bearer (ap_[A-Za-z0-9_-]{43})")
_NOTED_AFTER = timedelta(minutes=1)


class TokenRefused(CodedError):
    """No token was made. `code`: not_a_bot, too_many_tokens."""


def make(user_id: int, name: str) -> str:
    """Make a token of a bot account; returns its text, which cannot be shown again. Raises TokenRefused."""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        if not user.is_bot:
            raise TokenRefused("not_a_bot")
        if Token.objects.filter(user=user).count() >= MOST:
            raise TokenRefused("too_many_tokens")
        text = f"ap_{secrets.token_urlsafe(32)}"
        Token.objects.create(user=user, name=as_meant(name)[:NAME_LENGTH] or "bot", digest=_digest(text))
        return text


def revoke(user_id: int, token_id: int) -> bool:
    """Revoke a token of the user's, and end its streams; returns whether there was one."""
    removed, _ = Token.objects.filter(user_id=user_id, pk=token_id).delete()
    if removed:
        game.check_sessions(user_id)
    return bool(removed)


def of_header(header: str) -> Token | None:
    """The token in an Authorization header, with its user; None without a valid one, and if the account is closed or
    not a bot's."""
    form = _FORM.fullmatch(header)
    if form is None:
        return None
    found = Token.objects.select_related("user").filter(digest=_digest(form[1]), user__is_active=True)
    token = found.filter(user__is_bot=True).first()
    now = timezone.now()
    if token is not None and (token.used_at is None or token.used_at < now - _NOTED_AFTER):
        Token.objects.filter(pk=token.pk).update(used_at=now)
    return token


def is_good(token_id: int) -> bool:
    """Whether the token still exists and its account is open."""
    return Token.objects.filter(pk=token_id, user__is_active=True).exists()


def _digest(text: str) -> str:
    """A token is long and random, so a fast digest keeps it."""
    return hashlib.sha256(text.encode()).hexdigest()
