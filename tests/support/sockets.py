"""Sockets of tests within their own process: patient with a busy machine, and closed whatever became of the test."""

import asyncio
import contextlib
import re
import threading
from concurrent.futures import wait
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import User
from game.live import arrivals, consumers, gallery, keeper_statements, open_sockets, socket_keeper
from game.live.routing import websocket_urlpatterns
from game.models import Match
from tests.support.timeouts import PATIENCE


class Socket(WebsocketCommunicator):
    """A page's socket. It waits longer than the single second of its parent, whose time-outs cancel the consumer.

    While the communicator of Channels sends or waits, no thread of the process gives its connection back: after some
    tests the pool, smaller than there are threads, had none left. Ours sends and waits as that of asgiref does.
    """

    async def send_input(self, message: dict[str, int | str]) -> None:
        await ApplicationCommunicator.send_input(self, message)

    async def connect(self, timeout: float = PATIENCE) -> tuple[bool, int | None]:
        return await super().connect(timeout)

    async def receive_output(self, timeout: float = PATIENCE) -> dict[str, Any]:
        return await ApplicationCommunicator.receive_output(self, timeout)

    async def receive_from(self, timeout: float = PATIENCE) -> str:
        return await super().receive_from(timeout)

    async def is_read(self) -> None:
        """Until the site has read what it was sent, as far as that is done in the loop itself."""
        while not self.input_queue.empty():
            await asyncio.sleep(0)
        for _ in range(20):  # it goes from one coroutine to the next
            await asyncio.sleep(0)

    async def disconnect(self, code: int = 1000, timeout: float = PATIENCE) -> None:
        await super().disconnect(code, timeout)


def in_the_tests_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the sockets ask is asked in the test's own thread, where its transaction is; and no heartbeat comes."""
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)  # they would close the transaction
    asks = {consumers: ("_draw", "touch", "_goodbye", "_unchanged"), keeper_statements: ("read",)}
    asks |= {gallery: ("_share", "_still_open", "_count")}
    for module, names in {**asks, arrivals: ("_sessions", "_places", "_signs", "_words", "_watched")}.items():
        for name in names:
            monkeypatch.setattr(module, name, sync_to_async(getattr(module, name).func))
    monkeypatch.setattr(socket_keeper, "BEAT_SECONDS", 3600)


OPEN: list[Socket] = []
"""Those that `open_socket` has made, to be closed behind the test."""


def open_socket(address: str, user: User | AnonymousUser | None = None, **more: Any) -> Socket:
    """A socket to that address, not yet connected."""
    one = Socket(URLRouter(websocket_urlpatterns), address, **more)
    if user is not None:
        one.scope |= {"user": user, "session": SessionStore()}
    OPEN.append(one)
    return one


def open_page(row: Match, user: User | AnonymousUser | None = None, said: str = "", **more: Any) -> Socket:
    """The socket that a page of the match opens; `said` is what else its address says."""
    return open_socket(f"/ws/match/{row.public_id}/?lang=en{said}", user, **more)


def version_in(frame: str) -> int:
    """The version that a frame names: its screen, or else its heartbeat; 0 for neither."""
    found = re.search(r'id="(?:state|beat)"[^>]*data-version="(\d+)"', frame)
    return int(found[1]) if found else 0


async def closing_code(one: Socket) -> int:
    """The code with which the socket is closed, whatever is sent before."""
    while True:
        message = await one.receive_output()
        if message["type"] == "websocket.close":
            return int(message["code"])


async def close_all(sockets: list[Socket] = OPEN) -> None:
    """Close every socket of the list, and empty it.

    One that was waited for in vain was cancelled by its own time-out, and closing it raises CancelledError: that is no
    Exception, would go past `suppress(Exception)`, and leave the others open to the tests that follow.
    """
    while sockets:
        with contextlib.suppress(Exception, asyncio.CancelledError):
            await sockets.pop().disconnect()
    await asyncio.to_thread(_threads_are_idle)


def _threads_are_idle() -> None:
    """Until the sockets' threads have done what was begun: to cancel who waits for it does not end it, and what they
    write meanwhile would stand in the way of whoever empties the tables."""
    for threads in (open_sockets._POOL, keeper_statements.THREADS):
        many = threads._max_workers
        meeting = threading.Barrier(many)
        wait([threads.submit(meeting.wait, PATIENCE) for _ in range(many)])
