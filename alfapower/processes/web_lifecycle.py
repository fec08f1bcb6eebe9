"""The outermost ASGI layer of a web process: stamps arrivals, keeps the pulse, and drains at shutdown.
* Every request is stamped when it arrives, before it waits for anything: an action is judged by that time.
* Sockets that show a match are notified of what a request has changed once that is answered.
* Before the first request is let in, and from then on, a stamper records in the database that the process is ready
  (pulse.py). The age of that pulse is how long no player could act (game.services.outages).
* When the process is told to stop it reports that it is not ready, closes its sockets with the code that sends the
  pages to another process, and finishes the requests in progress.

Daphne has no start-up protocol, so the pulse begins with the first request, or when `play` starts.
"""

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Callable
from typing import Any

from alfapower import __version__
from alfapower.processes import pulse, shutdown
from alfapower.web.websocket_close_codes import RESTART
from alfapower.web.websocket_origin import AsgiApp
from game import api as game

log = logging.getLogger(__name__)

LONGEST_DRAIN_SECONDS = shutdown.SECONDS - 1  # the rest is for the server itself to close down
FLUSH_SECONDS = 0.3  # for the closing frames to leave: the reactor writes only after this call returns


class WebLifecycle:
    """ASGI middleware around the whole application. One per process."""

    def __init__(self, inner: AsgiApp) -> None:
        self.inner = inner
        self.beating: asyncio.Task[None] | None = None
        self.draining: asyncio.Task[None] | None = None
        self.answering = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        scope["root_path"] = ""  # the site is at the root; Daphne lets any client say otherwise (Daphne-Root-Path)
        scope["arrived"] = game.edge_stamp()
        scope["draining"] = self.draining is not None
        await self.start()
        if self.draining is not None and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": RESTART})  # refused: the page connects to another process
            return
        is_request = scope["type"] == "http"
        pings = game.pings_of_connection(are_held=is_request)

        async def answer(message: Any) -> None:
            await send(message)
            if message["type"] == "http.response.body":
                pings.answered()

        self.answering += is_request
        try:
            await self.inner(scope, receive, answer if is_request else send)
        finally:
            self.answering -= is_request
            pings.answered()

    async def start(self) -> None:
        """Start the pulse. All requests wait for the first beat, so that an outage is known before any clock."""
        if self.beating is None:
            log.info("AlfaPower %s answers (process %d).", __version__, os.getpid())
            self.felt = asyncio.Event()
            self.beating = asyncio.create_task(pulse.keep(self.felt))
            self._listen_for_the_end()
        await self.felt.wait()

    def _listen_for_the_end(self) -> None:
        """Drain at the first signal, before Twisted's reactor (which Daphne runs on) gets it: once that stops, Daphne
        cancels every request and cuts every socket. A second signal ends the process at once."""
        from twisted.internet import reactor

        if not reactor.running or threading.current_thread() is not threading.main_thread():
            return  # under another server, or in a test's communicator
        loop = asyncio.get_running_loop()

        def stop(number: int, frame: Any, at_once: Any) -> None:
            loop.call_soon_threadsafe(self._drain, lambda: at_once(number, frame))

        shutdown.when_told(stop)

    def _drain(self, then: Callable[[], None]) -> None:
        async def drain() -> None:
            log.info("AlfaPower %s stops: %d sockets to close.", __version__, game.how_many_sockets())
            if game.how_many_sockets():
                await game.say_farewell()
                await asyncio.sleep(FLUSH_SECONDS)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_DRAIN_SECONDS):
                    while self.answering:
                        await asyncio.sleep(0.05)
            then()

        if self.draining is None:
            self.draining = asyncio.create_task(drain())
