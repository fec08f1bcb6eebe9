"""Backpressure for streamed responses: the next piece is requested when the connection takes more.

Daphne writes each piece into Twisted's buffer and returns at once: the process keeps all that a client does not read,
and a stream takes what it has sent for what was read. Here the application's `send` returns when the buffer is empty
again. A connection that takes nothing for a minute is cut. What the kernel buffers on both sides is beyond this.
"""

import asyncio
import logging
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.http_protocol import WebRequest
from daphne.server import Server

log = logging.getLogger(__name__)

STALLED_SECONDS = 60.0


class Flow:
    """Whether the connection takes more, as Twisted tells a producer."""

    def __init__(self) -> None:
        self.is_clear = asyncio.Event()
        self.is_clear.set()

    def pauseProducing(self) -> None:
        """More than Twisted's limit waits to be sent."""
        self.is_clear.clear()

    def resumeProducing(self) -> None:
        """All of it was sent."""
        self.is_clear.set()

    def stopProducing(self) -> None:
        """The connection is closed: stop waiting."""
        self.is_clear.set()


class WaitingRequest(WebRequest):
    """A request whose response is sent no faster than its client reads."""

    flow: Flow | None = None

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Send a piece of the response, or all of it."""
        if self.flow is None and message.get("more_body") and self.channel is not None and not self.finished:
            self.flow = Flow()
            self.registerProducer(self.flow, True)
        super().handle_reply(message)

    async def taken(self) -> None:
        """Wait until the connection takes another piece; cut one that has taken nothing for too long."""
        if self.flow is None:
            return
        try:
            await asyncio.wait_for(self.flow.is_clear.wait(), STALLED_SECONDS)
        except TimeoutError:
            log.warning("An answer was cut: nothing of it was taken for %d s.", STALLED_SECONDS)
            if self.channel is not None:
                self.channel.transport.abortConnection()

    def finish(self) -> None:
        """The response is complete."""
        if self.producer is not None and self.channel is not None:
            self.unregisterProducer()
        super().finish()


class WaitingServer(Server):
    """A server whose applications wait for the clients of streamed responses."""

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Pass the message to the connection, and return when that takes more."""
        await super().handle_reply(protocol, message)
        if message.get("more_body"):
            await protocol.taken()


def wait_for_every_client() -> None:
    """From now on Daphne's own command starts such a server; `play` creates its own."""
    CommandLineInterface.server_class = WaitingServer
