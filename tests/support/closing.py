"""Closes what a test has opened, whatever became of it: the next test must not find it."""

import asyncio
import contextlib


async def close_all(sockets):
    """Close every communicator of the list, and empty it.

    One that was waited for in vain was cancelled by its own time-out, and closing it raises CancelledError: that is no
    Exception, would go past `suppress(Exception)`, and leave the others open to the tests that follow.
    """
    while sockets:
        with contextlib.suppress(Exception, asyncio.CancelledError):
            await sockets.pop().disconnect()
