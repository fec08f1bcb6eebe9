"""A network that may die without a word: a proxy between a client and a service that, when told, swallows what it is
given. It goes on accepting and acknowledging, as a fail-over, a firewall or a frozen host may.
"""

import asyncio
import contextlib
import threading
from asyncio import StreamReader, StreamWriter
from typing import Self
from urllib.parse import urlsplit

from tests.support.ports import free_port


class Swallowing:
    """Runs in a thread while the block does. `accepted` counts the connections made to it."""

    def __init__(self, address: str) -> None:
        """`address`: the service's, as postgres://user@host:port/name or redis://host:port/0."""
        self.address, self.port, self.accepted = urlsplit(address), free_port(), 0
        self.swallows = False
        self.stranded = set[object]()
        self.passing = set[object]()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        """The service's address through this network."""
        who = self.address.netloc.rpartition("@")
        return self.address._replace(netloc=f"{who[0]}{who[1]}127.0.0.1:{self.port}").geturl()

    def __enter__(self) -> Self:
        self.thread.start()
        serving = asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.server = asyncio.run_coroutine_threadsafe(serving, self.loop).result(10)
        return self

    def __exit__(self, *_: object) -> None:
        if not self.thread.is_alive():
            return
        with contextlib.suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(self._stop(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)

    def swallow(self) -> None:
        """From now on nothing comes through. What is open now is lost for good; nobody is told."""
        self.swallows = True
        self.stranded |= self.passing

    def recover(self) -> None:
        """New connections come through again."""
        self.swallows = False

    async def _stop(self) -> None:
        self.server.close()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        if rest:
            await asyncio.wait(rest)

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.accepted += 1
        ours = object()
        if self.swallows:
            self.stranded.add(ours)
        there = None
        if ours not in self.stranded:
            there = await asyncio.open_connection(self.address.hostname, self.address.port)
        self.passing.add(ours)
        ways = [self._pass_on(ours, reader, there[1] if there else None)]
        if there:
            ways.append(self._pass_on(ours, there[0], writer))
        tasks = [asyncio.create_task(way) for way in ways]
        try:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.passing.discard(ours)
            for task in tasks:
                task.cancel()
            for end in (writer, *(there or ())[1:]):
                end.close()

    async def _pass_on(self, ours: object, reader: StreamReader, writer: StreamWriter | None) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if writer and ours not in self.stranded:
                    writer.write(data)
                    await writer.drain()
