"""Onlookers of one match: a thousand pages without an account beside two who play, and what an act costs with them."""

import asyncio
import json
import re
import time
from collections.abc import Sequence

from benchmarks.load.browser import OPEN_SECONDS, Network

VERSION = re.compile(r'id="(?:state|beat)"[^>]*?data-version="([0-9]+)"')
AT_ONCE = 16


class Onlooker:
    """A page that watches: it reads, and answers as `static/js/match/connection.js` does. `heard` is when its screen
    came to each version."""

    def __init__(self, network: Network, public_id: str, number: int) -> None:
        self.network, self.public_id, self.number = network, public_id, number
        self.version, self.pushed, self.bytes = 0, 0, 0
        self.code: int | None = None
        self.heard: dict[int, float] = {}
        self.is_shown = asyncio.Event()
        self.wire: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the socket; returns with the first screen."""
        self.wire = asyncio.create_task(self._listen())
        shown = asyncio.create_task(self.is_shown.wait())
        await asyncio.wait({self.wire, shown}, timeout=OPEN_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if not self.is_shown.is_set():
            shown.cancel()
            raise RuntimeError(f"an onlooker was not let in: {self.code} {self.wire!r}")

    async def _listen(self) -> None:
        address = f"/ws/watch/{self.public_id}/?lang=en&browser=load-{self.number}"
        async with self.network.socket(address) as socket:
            async for message in socket:
                self._take(message.data)
                if self.version:
                    await socket.send_str(json.dumps({"kind": "seen", "version": self.version}, separators=(",", ":")))
            self.code = socket.close_code

    def _take(self, html: str) -> None:
        found = VERSION.search(html)
        self.bytes += len(html)
        self.pushed += 1
        if found and int(found[1]) > self.version:
            self.version = int(found[1])
            self.heard[self.version] = time.perf_counter()
            self.is_shown.set()

    async def close(self) -> None:
        """Close the page."""
        if self.wire is not None:
            self.wire.cancel()
            await asyncio.gather(self.wire, return_exceptions=True)


async def gather(network: Network, public_id: str, count: int) -> list[Onlooker]:
    """So many open pages of onlookers."""
    pages = [Onlooker(network, public_id, number) for number in range(count)]
    for start in range(0, count, AT_ONCE):
        await asyncio.gather(*(page.open() for page in pages[start : start + AT_ONCE]))
    return pages


def latencies(pages: Sequence[Onlooker], acted: Sequence[tuple[int, float]]) -> list[float]:
    """How long after each act (its version and moment) each page showed it, in seconds; what came later than a newer
    one is of that."""
    found = []
    for version, moment in acted:
        for page in pages:
            at = min((at for known, at in page.heard.items() if known >= version), default=None)
            if at is not None:
                found.append(at - moment)
    return found
