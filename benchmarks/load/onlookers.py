"""Onlookers of one match: a thousand pages without an account beside two who play, and what an act costs with them."""

import asyncio
import re
import time
from collections.abc import Sequence
from http import HTTPStatus

import aiohttp

from benchmarks.load.browser import OPEN_SECONDS, SCREEN, Network, named, open_all

VERSION = re.compile(r'id="(?:state|beat)"[^>]*?data-version="([0-9]+)"')
NUMBER = re.compile(r'id="eyes">(?:<svg.*?</svg><span aria-hidden="true">([0-9]+))?', re.DOTALL)
AT_ONCE = 16


class Onlooker:
    """A page that watches: it reads, and answers as `static/js/match/connection.js` does. `heard` is when its screen
    came to each version, `pushed_at` when the last one came, `codes` how its sockets ended, `told` the last number of
    onlookers that it was sent."""

    read_every = 10.0

    def __init__(self, network: Network, public_id: str, number: int, screen: str = "") -> None:
        self.network, self.public_id, self.screen = network, public_id, screen
        self.browser = f"load-{number}"
        self.version, self.opened, self.is_open, self.pushed_at, self.bytes = 0, 0, False, 0.0, 0
        self.codes: list[int | None] = []
        self.told = 0
        self.heard: dict[int, float] = {}
        self.is_shown = asyncio.Event()
        self.wire: asyncio.Task[int | None] | None = None

    async def open(self) -> None:
        """Open the socket; returns with the first screen."""
        self.wire = asyncio.create_task(self.listen())
        shown = asyncio.create_task(self.is_shown.wait())
        await asyncio.wait({self.wire, shown}, timeout=OPEN_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if not self.is_shown.is_set():
            shown.cancel()
            raise RuntimeError(f"an onlooker was not let in: {self.codes} {self.wire!r}")

    async def listen(self) -> int | None:
        """One socket, until it goes; the code it went by. Raises ClientError where it is not let in."""
        async with self.network.socket(f"/ws/watch/{self.public_id}/?lang=en&{self._shown()}") as socket:
            self.is_open, self.opened = True, self.opened + 1
            try:
                async for message in socket:
                    if message.type is not aiohttp.WSMsgType.TEXT:
                        break
                    if self.take(message.data):
                        self.pushed_at = time.perf_counter()
                    if self.version:
                        await socket.send_str(f'{{"kind":"seen","version":{self.version}}}')
            finally:
                self.is_open = False
        code: int | None = socket.close_code
        self.codes.append(code)
        return code

    async def read(self) -> tuple[int, int]:
        """All panels while the socket is away: the status and the seconds of `Retry-After`, 0 for what there is not."""
        status, wait, text = await self.network.look(f"/watch/{self.public_id}/panels?{self._shown()}")
        if status == HTTPStatus.OK:
            self.take(text)
        return status, wait

    async def ask_for_person(self) -> None:
        """Nothing: it is nobody's."""

    def _shown(self) -> str:
        """What the page says that it shows, and by what it is counted."""
        return f"shows={self.version}&screen={self.screen}&browser={self.browser}"

    def take(self, html: str) -> bool:
        """A push or an answer: its version and the number of onlookers, whichever there is. Whether a version is."""
        self.bytes += len(html)
        if number := NUMBER.search(html):
            self.told = int(number[1] or 0)
        found = VERSION.search(html)
        if found and int(found[1]) > self.version:
            self.version = int(found[1])
            self.heard[self.version] = time.perf_counter()
            self.is_shown.set()
        return found is not None

    async def close(self) -> None:
        """Close the page."""
        if self.wire is not None:
            self.wire.cancel()
            await asyncio.gather(self.wire, return_exceptions=True)


async def gather(network: Network, public_id: str, count: int, first: int = 0) -> list[Onlooker]:
    """So many open pages of onlookers, whose browsers are numbered from `first` on."""
    status, body = await network.ask("GET", f"/watch/{public_id}/", headers={"Accept-Language": "en"})
    if status != HTTPStatus.OK:
        raise RuntimeError(f"the match is not open to onlookers: {status}")
    pages = [Onlooker(network, public_id, first + number, named(SCREEN, body)) for number in range(count)]
    await open_all(pages, AT_ONCE)
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
