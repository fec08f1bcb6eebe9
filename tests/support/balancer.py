"""A load balancer for a test: one address, each new connection to the next web process that accepts it.

It passes bytes and knows no HTTP, so Host and Origin stay the browser's.
"""

import asyncio
import contextlib
import itertools
import threading
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import Sequence
from typing import Self

from tests.support.ports import free_port


class Balancer:
    """Runs in a thread while the block does. `open` counts the connections to each port."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.port, self.ports, self.open = free_port(), ports, Counter[int]()
        self.turn = itertools.count()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.thread.start()
        serving = asyncio.start_server(self._serve, "127.0.0.1", self.port)
        asyncio.run_coroutine_threadsafe(serving, self.loop).result(10)
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)

    def busiest(self) -> int:
        """The place in `ports` of the process with the most connections."""
        return max(range(len(self.ports)), key=lambda index: self.open[self.ports[index]])

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        first = next(self.turn)
        for step in range(len(self.ports)):
            port = self.ports[(first + step) % len(self.ports)]
            with contextlib.suppress(OSError):
                there = await asyncio.open_connection("127.0.0.1", port)
                break
        else:
            writer.close()
            return
        self.open[port] += 1
        both = [asyncio.create_task(_pass_on(*ends)) for ends in ((reader, there[1]), (there[0], writer))]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)  # either end gone: so is the other
        self.open[port] -= 1
        for task in both:
            task.cancel()
        for end in (writer, there[1]):
            end.close()


async def _pass_on(reader: StreamReader, writer: StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
