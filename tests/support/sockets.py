"""Sockets of tests within their own process: patient with a busy machine, and closed whatever became of the test."""

import asyncio
import contextlib

from asgiref.testing import ApplicationCommunicator
from channels.testing import WebsocketCommunicator

from tests.support.timeouts import PATIENCE


class Socket(WebsocketCommunicator):
    """A page's socket. It waits longer than the single second of its parent, whose time-outs cancel the consumer.

    While the communicator of Channels sends or waits, no thread of the process gives its connection back: after some
    tests the pool, smaller than there are threads, had none left. Ours sends and waits as that of asgiref does.
    """

    async def send_input(self, message):
        await ApplicationCommunicator.send_input(self, message)

    async def connect(self, timeout=PATIENCE):
        return await super().connect(timeout)

    async def receive_output(self, timeout=PATIENCE):
        return await ApplicationCommunicator.receive_output(self, timeout)

    async def receive_from(self, timeout=PATIENCE):
        return await super().receive_from(timeout)

    async def disconnect(self, code=1000, timeout=PATIENCE):
        await super().disconnect(code, timeout)


async def close_all(sockets):
    """Close every socket of the list, and empty it.

    One that was waited for in vain was cancelled by its own time-out, and closing it raises CancelledError: that is no
    Exception, would go past `suppress(Exception)`, and leave the others open to the tests that follow.
    """
    while sockets:
        with contextlib.suppress(Exception, asyncio.CancelledError):
            await sockets.pop().disconnect()
