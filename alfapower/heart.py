"""The outermost layer of a web process: stamps arrivals, keeps the pulse, and says goodbye.

* Every request is stamped when it arrives, before it waits for anything: an action is judged by that moment.
* Before the first request is let in, and every second from then on, the process notes in the database that it stands
  ready. The age of that pulse is how long nobody could act (game.services.outages).
* When the process is told to stop it closes its sockets with the code that sends the pages to another one.

Daphne has no start-up protocol, so the pulse begins with the first request, or when `play` starts.
"""

import asyncio
import logging
from typing import Any

from channels.db import database_sync_to_async

from alfapower.origin import AsgiApp
from game import api as game

log = logging.getLogger(__name__)

BEAT_SECONDS = 1.0


class Heart:
    """ASGI middleware around everything. One for each process."""

    def __init__(self, inner: AsgiApp) -> None:
        self.inner = inner
        self.beating: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        scope["arrived"] = game.edge_stamp()
        await self.start()
        await self.inner(scope, receive, send)

    async def start(self) -> None:
        """Begin to beat. Whoever comes first waits for the first beat, so that an outage is known before any clock."""
        if self.beating is None:
            first = asyncio.Event()
            self.beating = asyncio.create_task(self._beat(first))
            _say_farewell_at_shutdown()
            await first.wait()

    async def _beat(self, first: asyncio.Event) -> None:
        failing = False
        while True:
            try:
                await database_sync_to_async(_stamp)()
                failing = False
            except Exception as error:
                # Once, not every second for as long as the database is away: the gap tells the rest.
                if not failing:
                    log.error("The pulse could not be stamped: %s", error)
                failing = True
            first.set()
            await asyncio.sleep(BEAT_SECONDS)


def _stamp() -> None:
    game.stamp_pulse(game.now_ms())


def _say_farewell_at_shutdown() -> None:
    """Have Twisted's reactor, which Daphne runs on, close the sockets by name before it stops."""
    from twisted.internet import defer, reactor

    def farewell() -> Any:
        return defer.Deferred.fromFuture(asyncio.ensure_future(game.say_farewell()))

    if reactor.running:  # not under another server or a test's communicator
        reactor.addSystemEventTrigger("before", "shutdown", farewell)  # type: ignore[arg-type]
