"""Which pages may open a websocket here: those of exactly this scheme, host and port."""

from collections.abc import Sequence
from typing import Any
from unittest.mock import AsyncMock

import pytest
from pytest_django import Settings

from alfapower.web.websocket_origin import SameOrigin, is_same_origin


def handshake(
    origin: str | None, host: str | None = "play.example", scheme: str = "ws", more: Sequence[tuple[bytes, bytes]] = ()
) -> dict[str, Any]:
    headers = [(b"host", host.encode())] if host is not None else []
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    return {"type": "websocket", "path": "/ws/match/x/", "scheme": scheme, "headers": [*headers, *more]}


@pytest.fixture(autouse=True)
def hosts(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["play.example", "127.0.0.1", "[::1]"]
    settings.HTTPS = False


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("http://play.example", "play.example", "ws"),
        ("http://play.example", "play.example:80", "ws"),
        ("http://play.example:8000", "play.example:8000", "ws"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "ws"),
        ("http://[::1]:8000", "[::1]:8000", "ws"),
        ("https://play.example", "play.example", "wss"),
        ("https://play.example", "play.example:443", "wss"),
        ("http://PLAY.example", "play.example", "ws"),
    ],
)
def test_the_page_of_this_site_may(origin: str | None, host: str | None, scheme: str) -> None:
    assert is_same_origin(handshake(origin, host, scheme))


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        (None, "play.example", "ws"),
        ("null", "play.example", "ws"),
        ("", "play.example", "ws"),
        ("http://other.example", "play.example", "ws"),
        ("https://play.example", "play.example", "ws"),
        ("http://play.example", "play.example", "wss"),
        ("ftp://play.example", "play.example", "ws"),
        ("http://play.example:8000", "play.example", "ws"),
        ("http://play.example", "play.example:8000", "ws"),
        ("http://play.example.other.example", "play.example", "ws"),
        ("http://sub.play.example", "play.example", "ws"),
        ("http://play.example/", "play.example", "ws"),
        ("http://play.example?x", "play.example", "ws"),
        ("http://me@play.example", "play.example", "ws"),
        ("http://me@play.example", "me@play.example", "ws"),
        ("http://play.example:99999", "play.example:99999", "ws"),
        ("http://play.example:x", "play.example:x", "ws"),
        ("http://[::1", "[::1", "ws"),
        ("http://bücher.example", "play.example", "ws"),
        ("http://evil.example", "evil.example", "ws"),  # a name of theirs that resolves to us
        ("http://play.example", None, "ws"),
    ],
)
def test_no_other_page_may(origin: str | None, host: str | None, scheme: str) -> None:
    assert not is_same_origin(handshake(origin, host, scheme))


def test_two_answers_are_no_answer() -> None:
    more = [(b"origin", b"http://evil.example")]
    assert not is_same_origin(handshake("http://play.example", more=more))


def test_behind_an_https_proxy_only_https_pages_may(settings: Settings) -> None:
    settings.HTTPS = True
    assert is_same_origin(handshake("https://play.example", scheme="ws"))
    assert not is_same_origin(handshake("http://play.example", scheme="ws"))


@pytest.mark.django_db(transaction=True)
async def test_a_refused_socket_is_closed_before_the_application_sees_it() -> None:
    application, send = AsyncMock(), AsyncMock()
    receive = AsyncMock(side_effect=[{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1006}])
    await SameOrigin(application)(handshake("http://other.example"), receive, send)
    application.assert_not_awaited()
    assert send.await_args_list[0].args[0]["type"] == "websocket.close"
    await SameOrigin(application)(handshake("http://play.example"), receive, send)
    application.assert_awaited_once()
