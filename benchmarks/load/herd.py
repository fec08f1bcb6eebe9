"""A herd: all pages of a process that is killed come back to the one that takes its place.

They come as the page of this release does (static/js/match/backoff.js, connection.js): the socket with full jitter up
to a bound that doubles, the panels meanwhile as often as they are served, neither before a `Retry-After` has passed; no
panels while the socket may stand in the server's line; and the socket at once when panels are served that were not
before. Once a page is back it asks, within SPREAD_SECONDS, for what became of its person meanwhile. Pairs that are back
play on, for nobody who is in may wait for those who are not.
"""

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Protocol

import aiohttp

from benchmarks.load.acts import Pair, Played
from benchmarks.load.onlookers import Onlooker
from benchmarks.load.stage import Stage

LONGEST_PAUSE_SECONDS = 60
POLL_AFTER_SECONDS = 1.5
IN_LINE_SECONDS = 20
SPREAD_SECONDS = 12
LONGEST_SECONDS = 150
ACTS_A_SECOND = 1


class Returning(Protocol):
    """A page whose socket may go: a player's (browser.py) or an onlooker's (onlookers.py)."""

    read_every: float
    opened: int
    is_open: bool
    pushed_at: float
    wire: asyncio.Task[int | None] | None

    async def listen(self) -> int | None:
        """One socket, until it goes."""

    async def read(self) -> tuple[int, int]:
        """All panels."""

    async def ask_for_person(self) -> None:
        """What the page shows of its person besides the match."""


@dataclass
class Return:
    """How a herd came back: for each page the seconds from the kill to its first screen (`back`), what those in did
    meanwhile (`played`), how often sockets ended by which code, status or error (`ends`) and panels were answered by
    which status (`polls`), and the seconds of processor that the new web process took."""

    back: dict[Returning, float] = field(default_factory=dict)
    played: Played = field(default_factory=Played)
    ends: Counter[object] = field(default_factory=Counter)
    polls: Counter[int] = field(default_factory=Counter)
    processor: float = 0.0


class Member:
    """A page that comes back by itself."""

    def __init__(self, page: Returning, told: Return) -> None:
        self.page, self.told, self.lost_at, self.failures = page, told, 0.0, 0
        self.next_try, self.next_reading, self.not_before = 0.0, 0.0, 0.0
        self.opening, self.swallowed = 0.0, False  # since when a socket is being opened; panels came and it did not
        self.unserved, self.is_back = False, asyncio.Event()

    async def live(self) -> None:
        """Until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._sockets())
            group.create_task(self._polls())
            group.create_task(self._asks())

    async def _sockets(self) -> None:
        wire = self.page.wire
        assert wire is not None
        while True:
            opened, pushed_at = self.page.opened, self.page.pushed_at
            try:
                self.told.ends[await wire] += 1
            except aiohttp.WSServerHandshakeError as refused:
                self.told.ends[refused.status] += 1
            except (aiohttp.ClientError, OSError) as error:
                self.told.ends[type(error).__name__] += 1
            now, self.opening = time.perf_counter(), 0.0
            if self.page.opened > opened or not self.lost_at:
                self.lost_at, self.swallowed = now, False
            if self.page.pushed_at > pushed_at:
                self.failures, self.not_before = 0, 0.0
            pause = self._pause()
            self.failures += 1
            self.next_try = now + pause
            self.is_back.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.is_back.wait(), pause)
                self.next_try = time.perf_counter() + (pause := random.random() * self.page.read_every)
                await asyncio.sleep(pause)
            self.opening = time.perf_counter()
            wire = self.page.wire = asyncio.create_task(self.page.listen())

    async def _polls(self) -> None:
        await asyncio.sleep(random.random())
        while True:
            await asyncio.sleep(1)
            now = time.perf_counter()
            is_away = self.lost_at and not self.page.is_open and now - self.lost_at > POLL_AFTER_SECONDS
            is_in_line = self.opening and not self.swallowed and now - self.opening < IN_LINE_SECONDS
            is_busy = abs(now - self.next_try) < self.page.read_every or now < max(self.not_before, self.next_reading)
            if is_away and not is_busy and not is_in_line:
                await self._read()

    async def _asks(self) -> None:
        answered_for = 0.0
        while True:
            await asyncio.sleep(1)
            if answered_for < self.lost_at < self.page.pushed_at:
                answered_for = self.lost_at
                await asyncio.sleep(random.random() * SPREAD_SECONDS)
                await self.page.ask_for_person()

    async def _read(self) -> None:
        status, retry_after = await self.page.read()
        self.told.polls[status] += 1
        now = time.perf_counter()
        self.next_reading = now + self.page.read_every * (1 + random.random())
        if status == HTTPStatus.OK and self.unserved:
            self.failures, self.not_before = 0, 0.0
            self.is_back.set()
        self.unserved = status != HTTPStatus.OK
        self.swallowed |= not self.unserved and self.opening > 0
        if self.unserved:
            self.not_before = max(self.not_before, now + min(retry_after, LONGEST_PAUSE_SECONDS))
            self.next_reading = now + self._pause()

    def _pause(self) -> float:
        held = max(0.0, self.not_before - time.perf_counter())
        return held + random.random() * min(LONGEST_PAUSE_SECONDS, 2.0**self.failures)


@contextlib.asynccontextmanager
async def returning(pages: Sequence[Returning]) -> AsyncIterator[Return]:
    """Within, each of these open pages comes back by itself when its socket has gone; how they did."""
    told = Return()
    living = [asyncio.create_task(Member(page, told).live()) for page in pages]
    await asyncio.sleep(0)
    try:
        yield told
    finally:
        for task in living:
            task.cancel()
        await asyncio.gather(*living, return_exceptions=True)


async def herd(stage: Stage, pairs: Sequence[Pair], onlookers: Sequence[Onlooker] = ()) -> Return:
    """Kill and start the web process under these open pages, and wait until all are back, or LONGEST_SECONDS."""
    pages: list[Returning] = [*(page for pair in pairs for page in pair.pages), *onlookers]
    async with returning(pages) as told:
        process = stage.site.process("web.1")
        await asyncio.to_thread(process.kill)
        killed_at = time.perf_counter()  # what had been sent before has been read by now
        process.start()
        stage.renew_gauge()
        before, away = stage.gauge.read(), set(pages)
        playing = asyncio.create_task(_play_on(pairs, away, told.played))
        while away and time.perf_counter() < killed_at + LONGEST_SECONDS:
            await asyncio.sleep(0.1)
            back = {page for page in away if page.pushed_at > killed_at}
            told.back |= {page: page.pushed_at - killed_at for page in back}
            away -= back
        told.processor = (stage.gauge.read() - before).web
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    return told


async def _play_on(pairs: Sequence[Pair], away: set[Returning], played: Played) -> None:
    """Once a second an act in a match of which both pages are in."""
    rng = random.Random(len(pairs))
    while True:
        await asyncio.sleep(1 / ACTS_A_SECOND)
        ready = [pair for pair in pairs if pair.done < len(pair.steps) and not away & set(pair.pages)]
        if ready:
            await rng.choice(ready).step(played)
