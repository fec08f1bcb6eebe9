"""Bots that play over the real protocol: pages by HTTP, actions by POST with an id that goes out again until it is
answered, panels by the socket or, while that is away, by asking. They know what their screens show, nothing else.

Every answer is kept in a journal, for the question that matters at the end: is each in the log, exactly once?
"""

import asyncio
import contextlib
import json
import random
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPMessage
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

import websockets
from websockets import Origin

from tests.support.move_finder import Finder
from tests.support.page import Screen, Slot
from tests.support.stack import Site
from tests.support.timeouts import PATIENCE
from tests.support.types import certain

FOR_GOOD = {4400, 4401, 4403, 4410}
SEAT = re.compile(r'data-seat="([^"]+)"')
TOKEN = re.compile(r'name="csrf-token" content="([^"]+)"')
STAGE = re.compile(r'name="stage" value="(\w+)"')

Addresses = Sequence[tuple[str, int]]
Headers = Mapping[str, str]
Reply = tuple[int, HTTPMessage, str]
"""Status, headers, text."""
Journal = list[dict[str, Any]]
"""Acknowledged actions: `sent` counts the sendings, `seconds` is from the first of them to the answer."""


@dataclass
class Sending:
    """An action of a turn as it was sent: when first and when answered (seconds since the epoch), the status of every
    answer (0: none came), and the code of the last."""

    match: str
    seat: int
    turn: int
    first: float
    statuses: list[int]
    code: str = ""
    answered: float = 0.0


class Web:
    """A browser's cookies and its requests, sent to whichever of the web processes answers."""

    def __init__(self, addresses: Addresses, rng: random.Random) -> None:
        self.addresses, self.rng = addresses, rng
        self.address = rng.choice(addresses)
        self.cookies, self.token = dict[str, str](), ""

    def other_address(self) -> None:
        """Turn to another web process, as a proxy would."""
        self.address = self.rng.choice([a for a in self.addresses if a != self.address] or self.addresses)

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def ask(
        self, method: str, path: str, body: str | None = None, headers: Headers | None = None, seconds: int = 10
    ) -> Reply:
        """(status, headers, text). Raises OSError or HTTPException, having turned to another process."""
        try:
            return await asyncio.to_thread(self._ask, method, path, body, headers or {}, seconds)
        except (OSError, HTTPException):
            self.other_address()
            raise

    def _ask(self, method: str, path: str, body: str | None, headers: Headers, seconds: int) -> Reply:
        host, port = self.address
        connection = HTTPConnection(host, port, timeout=seconds)
        try:
            connection.request(method, path, body, {"Cookie": self.cookie_header, **headers})
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        for line in response.headers.get_all("Set-Cookie") or ():
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        if found := TOKEN.search(text):
            self.token = found[1]
        return response.status, response.headers, text

    async def insist(self, method: str, path: str, body: str | None = None, headers: Headers | None = None) -> Reply:
        """The same until something other than a fault of the server is the answer."""
        while True:
            with contextlib.suppress(OSError, HTTPException):
                answer = await self.ask(method, path, body, headers)
                if answer[0] < 500:
                    return answer
            await asyncio.sleep(0.2 + self.rng.random() / 5)

    async def form(self, path: str, **fields: str) -> Reply:
        """POST a form of the page that was read last."""
        body = urlencode({**fields, "csrfmiddlewaretoken": self.token})
        return await self.insist("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})


class Bot:
    """One player; without a `finder` it never acts by itself. `journal` takes its answers, `closes` the codes by which
    its sockets went, `refusals` the status with which they were not let in, `heard` the moment at which its screen came
    to each version; `lag` is the longest it waits before coming back."""

    def __init__(
        self,
        addresses: Addresses,
        finder: Finder | None,
        seed: int,
        *,
        journal: Journal,
        limit: int = 4,
        thinking: float = 0.0,
        lag: float = 0.5,
    ) -> None:
        self.rng = random.Random(seed)
        self.web = Web(addresses, self.rng)
        self.finder, self.journal = finder, journal
        self.limit, self.thinking, self.lag = limit, thinking, lag
        self.screen, self.changed = Screen(), asyncio.Event()
        self.closes, self.refusals, self.faults = list[int](), list[int](), list[str]()
        self.heard, self.sendings = dict[int, float](), list[Sending]()
        self.match, self.seat, self.stamp = "", "", ""
        self.socket: websockets.ClientConnection | None = None
        self.wire: asyncio.Task[None] | None = None

    # ---- to the match ----

    async def join(self, preset: str) -> None:
        """Become a guest and wait for an opponent by Quick Join, until the match's page is there."""
        await self.web.insist("GET", "/")
        await self.seek(preset)
        stage = "waiting"
        while True:
            status, headers, text = await self.web.form("/quick/poll", stage=stage)
            if "HX-Redirect" in headers:
                self.match = headers["HX-Redirect"].strip("/").split("/")[-1]
                break
            if status == 200 and (found := STAGE.search(text)):
                stage = found[1]
            else:
                await self.seek(preset)
            await asyncio.sleep(0.5)
        await self.open()

    async def seek(self, preset: str) -> None:
        status, _headers, text = await self.web.form("/quick/seek", preset=preset, lg="en")
        assert status == 302, (status, text[:200])
        await self.web.insist("GET", "/quick/")

    async def open(self) -> None:
        """Load the match's page and open its socket."""
        _status, _headers, html = await self.web.insist("GET", f"/match/{self.match}/")
        if 'id="state"' in html:
            self.read(html)
            self.seat = certain(SEAT.search(html))[1]
        self.wire = asyncio.create_task(self.listen())

    async def leave(self) -> None:
        """Close the page."""
        if self.wire is not None:
            self.wire.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.wire

    # ---- the wire ----

    def read(self, html: str) -> None:
        before = self.screen.version
        if self.screen.read(html) and self.screen.version != before:
            self.heard[self.screen.version] = time.monotonic()
        self.changed.set()

    async def listen(self) -> None:
        """Keep a socket open; while it is away ask for the panels once a second."""
        while True:
            host, port = self.web.address
            address = f"ws://{host}:{port}/ws/match/{self.match}/?lang=en"
            headers = {"Cookie": self.web.cookie_header}
            with contextlib.suppress(OSError, TimeoutError, websockets.WebSocketException), self.noting_refusals():
                async with websockets.connect(
                    address, origin=Origin(f"http://{host}:{port}"), additional_headers=headers, open_timeout=5,
                    compression=None, close_timeout=1,
                ) as self.socket:  # fmt: skip
                    await self.hear()
            self.socket = None
            if self.closes and self.closes[-1] in FOR_GOOD:
                return
            self.web.other_address()
            await asyncio.sleep(self.rng.random() * self.lag)
            with contextlib.suppress(OSError, HTTPException):
                await self.poll()

    @contextlib.contextmanager
    def noting_refusals(self) -> Iterator[None]:
        try:
            yield
        except websockets.InvalidStatus as refused:
            self.refusals.append(refused.response.status_code)
            raise

    async def hear(self) -> None:
        socket = certain(self.socket)
        try:
            async for html in socket:
                self.read(str(html))
                await socket.send(json.dumps({"kind": "seen", "version": self.screen.version}))
        finally:
            # Of our own cancellation there is nothing to note.
            if socket.close_code is not None and certain(asyncio.current_task()).cancelling() == 0:
                self.closes.append(socket.close_code)

    async def poll(self) -> None:
        status, _headers, html = await self.web.ask("GET", f"/match/{self.match}/panels")
        if status == 200:
            self.read(html)

    # ---- actions ----

    async def act(self, **action: Any) -> dict[str, Any]:
        """Send an action, with the same id and body until it is answered; keeps the answer and returns it."""
        action["nonce"] = secrets.token_hex(16)
        if action["do"] not in ("buy", "resign"):
            action["turn"] = self.screen.turn
        begun, sent, self.stamp = time.monotonic(), 0, ""
        sending = Sending(self.match, int(self.seat.split(":")[1]), action.get("turn", 0), time.time(), [])
        self.sendings.append(sending)
        while True:
            sent += 1
            status, answer = await self.post(action)
            sending.statuses.append(status)
            if answer is not None and status < 500 and status != 429:
                break
            await asyncio.sleep(min(1.0, 0.1 * 2**sent) * (0.5 + self.rng.random() / 2))
        now = time.monotonic()
        sending.code, sending.answered = answer.get("code", ""), time.time()
        said = {"ok": answer["ok"], "code": answer.get("code", ""), "version": answer.get("version", 0)}
        times = {"sent": sent, "seconds": now - begun, "at": now}
        self.journal.append({"match": self.match, "nonce": action["nonce"], **said, **times})
        if self.rng.random() < 0.1:
            await self.repeat(action, status, answer)
        return answer

    async def post(self, action: dict[str, Any]) -> tuple[int, dict[str, Any] | None]:
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.web.token, "X-Seat": self.seat}
        if self.stamp:
            headers["X-Stamp"] = self.stamp
        try:
            status, _headers, text = await self.web.ask("POST", f"/match/{self.match}/act", json.dumps(action), headers)
            answer = json.loads(text)
            self.stamp = answer.get("stamp") or self.stamp
            return status, answer
        except (OSError, HTTPException):
            return 0, None
        except ValueError:
            self.faults.append(f"an answer that is not JSON: {status} {text[:200]}")
            return status, None

    async def repeat(self, action: dict[str, Any], status: int, answer: dict[str, Any]) -> None:
        """Send an answered action again, as a nervous browser may: what was done is answered as before."""
        again, second = await self.post(action)
        done = answer["ok"] or answer["code"] == "invalid_words"
        if done and second is not None and again < 500 and again != 429 and (again, second) != (status, answer):
            self.faults.append(f"{action['do']}: answered {answer}, then {second}")

    async def play(self, until: Callable[[], bool] | None = None) -> None:
        """Play until the match is over, or `until` says so."""
        while not self.screen.over and not (until and until()):
            self.changed.clear()
            if self.screen.state and self.screen.mine:
                answer = await self.move()
                if not answer["ok"] and answer["code"] == "match_over":
                    break
                await self.catch_up(answer.get("version", 0))
            else:
                if self.screen.shop and self.rng.random() < 0.03:
                    await self.act(do="buy", item=self.rng.choice(self.screen.shop))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.changed.wait(), 1)

    async def catch_up(self, version: int) -> None:
        """Wait until the screen shows what was answered; ask for it when the push does not come."""
        for _ in range(20):
            if self.screen.version >= version:
                return
            self.changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), 0.2)
        with contextlib.suppress(OSError, HTTPException):
            await self.poll()

    async def move(self) -> dict[str, Any]:
        """One action on one's own turn."""
        screen, rng = self.screen, self.rng
        if self.thinking:
            await asyncio.sleep(self.thinking * rng.random())
        if screen.phase == "alfa":
            return await self.act(do="choose", tile=rng.choice([*screen.choice, None]))
        if screen.shop and rng.random() < 0.2:
            return await self.act(do="buy", item=rng.choice(screen.shop))
        usable = [slot for slot in screen.slots if slot["usable"]]
        if usable and rng.random() < 0.4 and (use := self.use(rng.choice(usable))):
            return await self.act(do="use", **use)
        if rng.random() < 0.03 and len(screen.rack) > 1:
            row = int(screen.state["size"]) // 2
            tiles = [[row, column, "Q"] for column in (row, row + 1)]  # most often not in hand: refused
            return await self.act(do="place", tiles=tiles)
        move = await asyncio.to_thread(
            certain(self.finder).best, screen.rows(), screen.rack, claimed=screen.closed,
            first=screen.state["opened"] == "0", limit=self.limit,
        )  # fmt: skip
        if move:
            return await self.act(do="place", tiles=move)
        return await self.act(do="pass")

    def use(self, slot: Slot) -> dict[str, Any] | None:
        if slot["aim"] == "hand":
            return {"item": slot["use"], "tiles": self.rng.sample(self.screen.rack, min(2, len(self.screen.rack)))}
        cells = [[int(n) for n in cell.split(",")] for cell in slot["targets"].split()]
        return {"item": slot["use"], "cell": self.rng.choice(cells)} if cells else None


async def pairs(bots: Sequence[Bot], preset: str) -> None:
    """Have all bots find each other through Quick Join; they come in with their match's page open."""
    await asyncio.gather(*(bot.join(preset) for bot in bots))


async def seated(site: Site, finder: Finder | None, seeds: Iterable[int], preset: str, **how: Any) -> list[Bot]:
    """A bot for each seed, in matches of two by that preset; all keep one journal."""
    journal: Journal = []
    bots = [Bot(site.addresses, finder, seed, journal=journal, **how) for seed in seeds]
    await asyncio.wait_for(pairs(bots, preset), PATIENCE)
    return bots


async def leave(bots: Sequence[Bot]) -> None:
    """Close the pages."""
    for bot in bots:
        await bot.leave()


@contextlib.asynccontextmanager
async def playing(bots: Sequence[Bot]) -> AsyncIterator[None]:
    """They play while the block lasts; then each ends what it is at and closes its page."""
    over = asyncio.Event()
    tasks = [asyncio.create_task(bot.play(over.is_set)) for bot in bots]
    yield
    over.set()
    await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
    await leave(bots)
