"""Who may send a large request: a page that takes a file gives its reader a signed cookie for its own address.

The server's edge asks for it before it keeps a single byte above the usual bound (alfapower/web/request_limits.py),
so nobody who was not shown such a page makes the site hold a large body.
"""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "largebody"
VALID_SECONDS = 2 * 60 * 60
_SALT = "common.large_bodies"


def invite(request: HttpRequest, response: HttpResponse) -> None:
    """Let whoever reads this response send a large body to the address of this request, for two hours."""
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
    """Whether the cookie's value, which may be anything, was given by the page at `path`."""
    try:
        return bool(signing.loads(cookie, salt=_SALT, max_age=VALID_SECONDS) == path)
    except signing.BadSignature:
        return False
