"""Sockets that are refused before they are open: whoever may come back is told so, and when. What is kept of one that
is opened."""

from types import SimpleNamespace
from typing import Any

import pytest
from autobahn.websocket.types import ConnectionRequest
from twisted.internet import defer

from alfapower.web import websocket_budget
from tests.protocol.conftest import connected

Socket = websocket_budget.BoundedSocket


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ({"code": 1013, "retry_after": 17}, b"HTTP/1.1 503 Try again\r\nRetry-After: 17\r\n\r\n"),
        ({"code": 1012}, b"HTTP/1.1 503 Try again\r\nRetry-After: 2\r\n\r\n"),
        ({}, b"HTTP/1.1 403 Access denied\r\n\r\n"),
    ],
)
def test_a_handshake_that_may_come_back_is_told_when(message: dict[str, int], answer: bytes) -> None:
    one, gone = shaking()
    one.handle_reply({"type": "websocket.close", **message})
    assert one.transport.value() == answer and one.transport.disconnecting
    assert gone == [one]


@pytest.mark.parametrize(("seconds", "is_told"), [(4.9, False), (5.1, True)])
def test_a_handshake_that_waits_for_too_long_may_come_back(
    monkeypatch: pytest.MonkeyPatch, seconds: float, is_told: bool
) -> None:
    one, gone = shaking()
    monkeypatch.setattr(one, "duration", lambda: seconds)
    one.check_timeouts()
    assert one.transport.value().startswith(b"HTTP/1.1 503 ") is is_told and gone == [one] * is_told


def test_of_the_handshake_of_an_open_socket_nothing_is_kept() -> None:
    one = connected(autoPingTimeout=30, maxFramePayloadSize=4096)
    headers = {"cookie": "sessionid=CANARY", "user-agent": "CANARY"}
    one.server = SimpleNamespace(log_action=lambda *_: None)
    one.clean_headers = [(b"cookie", b"sessionid=CANARY")]
    scope = {"headers": one.clean_headers}
    one.http_headers, one.http_request_params, one.http_request_data = headers, {"shows": "CANARY"}, b"CANARY"
    one.request = ConnectionRequest(None, headers, "host", "/ws/match/x/", {"shows": "CANARY"}, 13, None, [], [])
    assert "CANARY" in str(held_by(one))
    one.onOpen()
    assert scope == {"headers": []} and "CANARY" not in str(held_by(one))
    assert one.request.path == "/ws/match/x/"
    assert (one.autoPingTimeout, one.maxFramePayloadSize) == (30, 4096)
    assert one.perMessageCompressionAccept([]) is None  # a function of the settings, not of the socket
    assert not set(vars(one)) & {*one.CONFIG_ATTRS_COMMON, *one.CONFIG_ATTRS_SERVER}  # twice the bytes a socket
    assert not hasattr(websocket_budget.BoundedSocket, "autoPingTimeout")  # each factory's sockets have its own


def held_by(one: Socket) -> dict[str, Any]:
    """All that a socket has, and its request."""
    return {**vars(one), "request": {name: getattr(one.request, name) for name in ConnectionRequest.__slots__}}


def shaking() -> tuple[Socket, list[Socket]]:
    """A websocket in its handshake, and the list of those of which the server was told that they are gone."""
    one, gone = connected(), list[Socket]()
    one.server = SimpleNamespace(
        protocol_disconnected=gone.append, log_action=lambda *_: None, websocket_timeout=-1, websocket_connect_timeout=5
    )
    one.request = SimpleNamespace(path="/")
    one.handshake_deferred = defer.Deferred()
    one.handshake_deferred.addErrback(lambda failure: one.failHandshake(failure.value.reason, failure.value.code))
    return one, gone
