"""Pages that are opened, rest, and ask."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from benchmarks.load.browser import Page
from benchmarks.load.gauge import Gauge, Reading

BEAT_SECONDS = 4
"""The heartbeat of the site's sockets (game/live/consumers.py), by which idle pages are reckoned."""
SETTLE_SECONDS = 1.5
"""Postgres tells of transactions up to a second late."""


@dataclass(frozen=True, slots=True)
class Spent:
    """An average call: what it cost beyond the site at rest, and the seconds of each."""

    cost: Reading
    seconds: Sequence[float]


async def one_by_one(gauge: Gauge, at_rest: Reading, calls: Sequence[Callable[[], Awaitable[object]]]) -> Spent:
    """Each call after the one before."""
    before, seconds = gauge.read(), []
    for call in calls:
        begun = time.perf_counter()
        await call()
        seconds.append(time.perf_counter() - begun)
    await asyncio.sleep(SETTLE_SECONDS)
    return Spent((gauge.read() - before).beyond(at_rest) / len(calls), seconds)


async def idle(gauge: Gauge, at_rest: Reading, pages: int, seconds: float) -> Reading:
    """What one of so many open pages costs a beat."""
    before = gauge.read()
    await asyncio.sleep(seconds)
    spent = (gauge.read() - before).beyond(at_rest)
    return spent / (pages * seconds / BEAT_SECONDS)


def asking(page: Page, path: str) -> Callable[[], Awaitable[object]]:
    """A call that gets what stands there; raises RuntimeError for anything but a 200."""

    async def call() -> None:
        status, body = await page.get(path)
        if status != 200:
            raise RuntimeError(f"{path}: {status} {body[:200]!r}")

    return call


def refused(page: Page) -> Callable[[], Awaitable[object]]:
    """A call that lays a tile where none may lie; raises RuntimeError where it is not refused by name."""

    async def call() -> None:
        status, answer = await page.act({"do": "place", "turn": 1, "tiles": [[0, 0, "Q"]]})
        if status != 200 or answer.get("ok") or not answer.get("code"):
            raise RuntimeError(f"a refused act: {status} {answer}")

    return call
