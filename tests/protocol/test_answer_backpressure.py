"""An answer in pieces goes out no faster than its client takes it, and one that is taken by nobody is cut."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from twisted.internet.testing import MemoryReactorClock

from alfapower.web import answer_backpressure, request_limits
from tests.protocol.test_hostile_connections import Clogged

PIECE = b"x" * 40_000


@pytest.fixture
def request_of_nobody(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A request that is whole, by a client that reads when its end's `doWrite` is called and else nothing."""
    monkeypatch.setattr(answer_backpressure, "STALLED_SECONDS", 0.2)
    clock = MemoryReactorClock()  # type: ignore[no-untyped-call]  # Twisted's
    server = SimpleNamespace(
        protocol_connected=lambda *_: None, protocol_disconnected=lambda *_: None, server_name="", log_action=print
    )
    channel = request_limits.BoundedHTTPFactory(server).buildProtocol(None)
    channel.callLater, channel.timeOut = clock.callLater, None
    whole = {"process": lambda self: None, "_begun": 0}
    channel.requestFactory = type("Whole", (request_limits.BoundedRequest,), whole)
    channel.makeConnection(Clogged(cast(Any, clock)))
    channel.dataReceived(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
    return channel.requests[0]


async def sends(request: Any, message: dict[str, Any]) -> None:
    """As Daphne's server does for an application."""
    server = answer_backpressure.WaitingServer(None, endpoints=["none"])
    server.connections = {request: {}}
    await server.handle_reply(request, message)


async def begins(request: Any) -> None:
    await sends(request, {"type": "http.response.start", "status": 200, "headers": []})


async def sends_piece(request: Any) -> None:
    await sends(request, {"type": "http.response.body", "body": PIECE, "more_body": True})


async def test_the_next_piece_waits_until_the_last_was_taken(request_of_nobody: Any) -> None:
    await begins(request_of_nobody)
    await sends_piece(request_of_nobody)  # within what Twisted keeps
    waiting = asyncio.ensure_future(sends_piece(request_of_nobody))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    request_of_nobody.channel.transport.doWrite()
    await waiting
    assert not request_of_nobody.channel.transport.aborted
    await sends(request_of_nobody, {"type": "http.response.body", "body": b""})
    assert request_of_nobody.finished


async def test_one_who_takes_nothing_is_cut(request_of_nobody: Any, caplog: pytest.LogCaptureFixture) -> None:
    await begins(request_of_nobody)
    for _ in range(2):
        await sends_piece(request_of_nobody)
    assert request_of_nobody.channel.transport.aborted and "nothing of it was taken" in caplog.text


async def test_who_goes_meanwhile_holds_nothing_up(request_of_nobody: Any) -> None:
    await begins(request_of_nobody)
    await sends_piece(request_of_nobody)
    waiting = asyncio.ensure_future(sends_piece(request_of_nobody))
    await asyncio.sleep(0.05)
    request_of_nobody.channel.transport.connectionLost(None)
    await waiting
    assert not request_of_nobody.channel.transport.aborted


async def test_an_answer_in_one_piece_waits_for_nobody(request_of_nobody: Any) -> None:
    await begins(request_of_nobody)
    await sends(request_of_nobody, {"type": "http.response.body", "body": PIECE * 10})
    assert request_of_nobody.finished and request_of_nobody.flow is None
