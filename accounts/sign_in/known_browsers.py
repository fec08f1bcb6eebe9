"""Counts wrong passwords by known browser. Anyone can type wrong passwords for a name on the leaderboard: that must not
lock its owner out in their usual browsers.

A browser that has signed in to the account keeps a signed cookie; its tries are counted separately, and so are those
from an address of the account's last sessions. All others share one count for each account, by whichever of its names
they try. A new password invalidates all cookies of the account.
"""

import secrets
from typing import Any

from allauth.account.utils import filter_users_by_email, filter_users_by_username
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from common import client_address

COOKIE = "known_browser"
SALT = "accounts.known"
DAYS = 180
MOST_ACCOUNTS = 5  # in one browser


def account_of(login: str) -> User | None:
    """The account of a name or an email address; None without one."""
    login = login.strip()
    found = filter_users_by_username(login).first()
    return found or next(iter(filter_users_by_email(login, prefer_verified=True)), None)


def counted_by(request: HttpRequest, login: str) -> str:
    """The key under which a wrong password for `login` is counted."""
    user = account_of(login)
    if user is None:
        return f"nobody:{login.strip().lower()}"
    for account, browser, proof in _kept(request):
        if account == user.pk and constant_time_compare(proof, _proof(user, browser)):
            return f"browser:{user.pk}:{browser}"
    address = client_address.of(request)
    if address and UserSession.objects.filter(user=user, ip=address).exists():
        return f"address:{user.pk}:{address}"
    return f"account:{user.pk}"


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Make this a known browser of the account it has signed in to."""
    browser = secrets.token_urlsafe(9)
    others = [entry for entry in _kept(request) if entry[0] != user.pk]
    entries = [[user.pk, browser, _proof(user, browser)], *others][:MOST_ACCOUNTS]
    response.set_cookie(
        COOKIE,
        signing.dumps(entries, salt=SALT),
        max_age=DAYS * 24 * 60 * 60,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _kept(request: HttpRequest) -> list[list[Any]]:
    try:
        return list(signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=DAYS * 24 * 60 * 60))
    except signing.BadSignature:
        return []


def _proof(user: User, browser: str) -> str:
    return salted_hmac(SALT, f"{user.pk}:{browser}:{user.password}", algorithm="sha256").hexdigest()[:32]
