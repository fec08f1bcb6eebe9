"""Authenticate sockets: the session of the cookie and its user, looked up in one batch for all that open together."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import parse_cookie

from game.live import socket_keeper


def signed_in(inner: Any) -> Any:
    """ASGI middleware that puts `session` and `user` into the scope, where they are not there already."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if "user" not in scope:
            key = _session_key(scope)
            found = await socket_keeper.of_this_loop().arrivals.sessions.ask(key) if key else None
            session, user = (found.session, found.user) if found else (SessionStore(), AnonymousUser())
            scope = {**scope, "session": session, "user": user}
        await inner(scope, receive, send)

    return application


def _session_key(scope: Any) -> str:
    """That of the first cookie header; "" where there is none."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            return parse_cookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, "")
    return ""
