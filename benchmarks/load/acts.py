"""Pairs that play their scripts: at full speed, or at a pace of so many acts a second among them all."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.load.browser import LATE_SECONDS, Page
from benchmarks.load.script import Step

LONGEST_SECONDS = 30  # a screen that has not come by then is lost


@dataclass
class Played:
    """What pairs have done: each act's version and moment (`acted`), seconds until each `ack` and until the other's
    screen showed it (`seen`), bytes pushed an act to both, pages that asked because a push did not come, and answers
    that were none of ours."""

    acks: list[float] = field(default_factory=list)
    acted: list[tuple[int, float]] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    pushed: list[int] = field(default_factory=list)
    asked: int = 0
    wrong: list[Any] = field(default_factory=list)
    seconds: float = 0.0


class Pair:
    """A match, its two open pages, and what is to be played."""

    def __init__(self, pages: Sequence[Page], steps: Sequence[Step]) -> None:
        self.pages, self.steps, self.done = pages, steps, 0

    async def open(self) -> None:
        """Both pages."""
        for page in self.pages:
            await page.open()

    async def close(self) -> None:
        """Both pages."""
        for page in self.pages:
            await page.close()

    async def step(self, played: Played) -> None:
        """The next act: over when both screens show it."""
        seat, action = self.steps[self.done]
        self.done += 1
        mine, other = self.pages[seat], self.pages[1 - seat]
        begun = time.perf_counter()
        status, answer = await mine.act(action)
        played.acks.append(time.perf_counter() - begun)
        if not answer.get("ok"):
            played.wrong.append((status, answer, action))
            return
        version = answer["version"]
        played.acted.append((version, begun))
        if not await mine.shows(version, LATE_SECONDS):
            played.asked += 1
            await mine.panels()
        if not await other.shows(version, LONGEST_SECONDS):
            played.wrong.append((status, "never seen", action))
            return
        played.seen.append(min(at for known, at in other.heard.items() if known >= version) - begun)
        played.pushed.append(sum(page.weights.get(version, 0) for page in self.pages))


async def full_speed(pairs: Sequence[Pair], acts: int) -> Played:
    """Each pair plays so many acts, each as soon as both have seen the one before."""
    played = Played()

    async def play(pair: Pair) -> None:
        for _ in range(acts):
            await pair.step(played)

    begun = time.perf_counter()
    await asyncio.gather(*map(play, pairs))
    played.seconds = time.perf_counter() - begun
    return played


async def calm(pairs: Sequence[Pair], a_second: float, acts: int) -> Played:
    """So many acts, on average so many a second at random moments, by the pairs in turn."""
    played, rng, running = Played(), random.Random(acts), set()
    locks = [asyncio.Lock() for _ in pairs]

    async def step(at: int) -> None:
        async with locks[at]:
            await pairs[at].step(played)

    begun = due = time.perf_counter()
    for number in range(acts):
        due += rng.expovariate(a_second)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        running.add(asyncio.create_task(step(number % len(pairs))))
    await asyncio.gather(*running)
    played.seconds = time.perf_counter() - begun
    return played
