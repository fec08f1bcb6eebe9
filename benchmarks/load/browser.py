"""A page of a match without a screen: what `static/js/match/connection.js` does on the wire, as cheaply as it can be
done.

It draws nothing and thinks nothing; of what comes it looks at the version alone.
"""

import asyncio
import contextlib
import json
import re
import secrets
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Protocol

import aiohttp

SEAT = re.compile(rb'data-seat="([^"]+)"')
SCREEN = re.compile(rb'data-screen="([^"]+)"')
VERSION = re.compile(rb'id="state"[^>]*? data-version="([0-9]+)"')
MARK = 'data-version="'
OPEN_SECONDS = 60
MOST_TRIES, AGAIN_SECONDS = 20, 0.5
LATE_SECONDS = 0.4  # after its answer a page gives the push so long, then it asks


@asynccontextmanager
async def network(address: str, source: str = "") -> AsyncIterator["Network"]:
    """Connections to the site at host:port, from an address of this machine where one is named."""
    connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=300, local_addr=(source, 0) if source else None)
    async with aiohttp.ClientSession(
        connector=connector, cookie_jar=aiohttp.DummyCookieJar(), timeout=aiohttp.ClientTimeout(total=60)
    ) as session:
        yield Network(session, address)


class Network:
    """Requests to one site."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self.session, self.address = session, address

    async def ask(self, method: str, path: str, **more: Any) -> tuple[int, bytes]:
        """(status, body); 0 when there was no answer."""
        try:
            async with self.session.request(method, f"http://{self.address}{path}", **more) as answer:
                return answer.status, await answer.read()
        except (aiohttp.ClientError, TimeoutError):
            return 0, b""

    async def look(self, path: str, **more: Any) -> tuple[int, int, str]:
        """The status, the seconds of `Retry-After` and the text; 0 and "" for what there is not."""
        try:
            async with self.session.get(f"http://{self.address}{path}", **more) as answer:
                text = await answer.text()
                return answer.status, int(answer.headers.get("Retry-After", 0)), text
        except (aiohttp.ClientError, TimeoutError):
            return 0, 0, ""

    def socket(self, path: str, **more: Any) -> Any:
        """An opened socket, as a context."""
        return self.session.ws_connect(
            f"ws://{self.address}{path}", origin=f"http://{self.address}", autoping=True, max_msg_size=0, **more
        )


class Page:
    """A player's open page of a match: `heard` is when its screen came to each version, `weights` the bytes of those
    pushes, `pushed_at` when the last one came, `opened` how many sockets it has had."""

    read_every = 1.0

    def __init__(self, network: Network, public_id: str, key: str) -> None:
        self.network, self.public_id = network, public_id
        token = secrets.token_hex(16)
        self.headers = {"Cookie": f"sessionid={key}; csrftoken={token}"}
        self.acting = {**self.headers, "X-CSRFToken": token, "Content-Type": "application/json"}
        self.version, self.opened, self.is_open, self.pushed_at = 0, 0, False, 0.0
        self.screen = self.loaded = ""  # the mark and the version that the page was drawn with
        self.heard: dict[int, float] = {}
        self.weights: dict[int, int] = {}
        self.changed = asyncio.Event()
        self.wire: asyncio.Task[Any] | None = None

    async def open(self) -> tuple[int, bytes]:
        """Load the page and open its socket; returns with the first screen. (status, body) of the page. A server that
        is full is asked again."""
        for left in reversed(range(MOST_TRIES)):
            self.version = 0
            status, body = await self.get(f"/match/{self.public_id}/")
            if found := SEAT.search(body):
                self.acting["X-Seat"] = found[1].decode()
                self.screen, self.loaded = (named(one, body) for one in (SCREEN, VERSION))
                try:
                    await self.connect(1)
                    break
                except RuntimeError:
                    if not left:
                        raise
            await asyncio.sleep(2 * AGAIN_SECONDS)
        return status, body

    async def connect(self, version: int) -> None:
        """Open the socket; returns when it has brought a screen of that version. Raises RuntimeError where it has not
        by OPEN_SECONDS or was closed before."""
        self.wire = asyncio.create_task(self.listen())
        shown = asyncio.create_task(self.shows(version))
        await asyncio.wait({self.wire, shown}, timeout=OPEN_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if self.version < version:
            shown.cancel()
            raise RuntimeError(f"a page could not be opened: {self.wire!r}")

    async def get(self, path: str) -> tuple[int, bytes]:
        """A page or its panels, as this player."""
        return await self.network.ask("GET", path, headers=self.headers)

    async def panels(self) -> tuple[int, bytes]:
        """All panels, read anew."""
        return await self.get(f"/match/{self.public_id}/panels")

    async def read(self) -> tuple[int, int]:
        """All panels while the socket is away: the status and the seconds of `Retry-After`, 0 for what there is not."""
        path = f"/match/{self.public_id}/panels?{self._shown()}"
        status, retry_after, _text = await self.network.look(path, headers=self.headers)
        return status, retry_after

    async def ask_for_person(self) -> None:
        """The bell and the number of matches that wait."""
        await asyncio.gather(self.get("/next/number"), self.get("/news/bell?link"))

    async def listen(self) -> int | None:
        """One socket, until it goes; the code it went by. Raises ClientError where it is not let in."""
        async with self.network.socket(
            f"/ws/match/{self.public_id}/?lang=en&{self._shown()}", headers=self.headers
        ) as socket:
            self.is_open, self.opened = True, self.opened + 1
            try:
                async for message in socket:
                    if message.type is not aiohttp.WSMsgType.TEXT:
                        break
                    self.take(message.data)
                    await socket.send_str(f'{{"kind":"seen","version":{self.version}}}')
                return socket.close_code
            finally:
                self.is_open = False

    def _shown(self) -> str:
        """What the page says that it shows."""
        return f"shows={self.version or self.loaded}&screen={self.screen}"

    def take(self, html: str) -> None:
        """A push: its newest version, and when it came. How many look on is no version."""
        if MARK not in html:
            return
        at = html.rfind(MARK) + len(MARK)
        version = int(html[at : html.index('"', at)])
        self.pushed_at = time.perf_counter()
        if version not in self.heard:
            self.heard[version] = self.pushed_at
        self.weights[version] = self.weights.get(version, 0) + len(html.encode())
        if version > self.version:
            self.version = version
            self.changed.set()

    async def shows(self, version: int, seconds: float | None = None) -> bool:
        """Whether the page has come so far, at the latest after so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.version < version:
                    self.changed.clear()
                    await self.changed.wait()
        return self.version >= version

    async def act(self, action: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Send an action, the same again while the server cannot take it: (status, answer)."""
        body = json.dumps({**action, "nonce": secrets.token_hex(16)})
        path, status, text = f"/match/{self.public_id}/act", 0, b""
        for _ in range(MOST_TRIES):
            status, text = await self.network.ask("POST", path, data=body, headers=self.acting)
            if 0 < status < 500:
                break
            await asyncio.sleep(AGAIN_SECONDS)
        return status, json.loads(text) if text.startswith(b"{") else {}

    async def close(self) -> None:
        """Close the page."""
        if self.wire is not None:
            self.wire.cancel()
            with contextlib.suppress(asyncio.CancelledError, aiohttp.ClientError):
                await self.wire
            self.wire = None


class Opening(Protocol):
    """A page of whatever kind, not yet open."""

    async def open(self) -> object:
        """Open it."""


async def open_all(pages: Iterable[Opening], at_once: int = 8) -> None:
    """Open the pages, so many of them at a time."""
    turns = asyncio.Semaphore(at_once)

    async def opened(page: Opening) -> None:
        async with turns:
            await page.open()

    await asyncio.gather(*map(opened, pages))


def named(pattern: re.Pattern[bytes], body: bytes) -> str:
    """What the page names there; "" where it does not."""
    found = pattern.search(body)
    return found[1].decode() if found else ""
