"""Permits for large requests: a page with a file upload gives its reader a signed cookie for its own URL.

The server checks it before it stores a single byte above the usual limit (alfapower/web/request_limits.py), so only
users who were shown such a page can make the site hold a large body.
"""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "largebody"
VALID_SECONDS = 2 * 60 * 60
_SALT = "common.large_bodies"


def invite(request: HttpRequest, response: HttpResponse) -> None:
    """Let the reader of this response send a large body to the URL of this request, for two hours."""
    response.set_cookie(
        COOKIE,
        signing.dumps(request.path, salt=_SALT),
        max_age=VALID_SECONDS,
        path=request.path,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Strict",
    )


def is_invited(path: str, cookie: str) -> bool:
    """Whether the cookie's value, which may be anything, was issued by the page at `path`."""
    try:
        return bool(signing.loads(cookie, salt=_SALT, max_age=VALID_SECONDS) == path)
    except signing.BadSignature:
        return False
