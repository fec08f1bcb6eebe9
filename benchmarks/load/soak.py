"""Play for half an hour at a steady pace, and what the web process holds meanwhile: it may not grow on and on."""

import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from benchmarks.load.acts import Pair, calm
from benchmarks.load.gauge import Gauge

ACTS_A_SECOND = 12
MOST_GROWTH = 4 * 2**20
"""Bytes by which the last quarter of the time may lie above the one before. A memory without a bound in bytes grew by
7 MB a minute."""


@dataclass(frozen=True, slots=True)
class Soak:
    """The bytes that the web process held after each round of matches, in order, and how many acts were played."""

    held: Sequence[int]
    acts: int

    @property
    def growth(self) -> float:
        """Bytes by which it held more in the last quarter than in the one before, each as its mean."""
        quarter = max(1, len(self.held) // 4)
        return statistics.mean(self.held[-quarter:]) - statistics.mean(self.held[-2 * quarter : -quarter])


async def soak(gauge: Gauge, minutes: float, new_pairs: Callable[[], Awaitable[list[Pair]]]) -> Soak:
    """Rounds of new matches, each by players who never played before, until the minutes are over."""
    until, acts = time.perf_counter() + 60 * minutes, 0
    held: list[int] = []
    while time.perf_counter() < until or len(held) < 4:
        pairs = await new_pairs()
        for pair in pairs:
            await pair.open()
        played = await calm(pairs, ACTS_A_SECOND, sum(len(pair.steps) for pair in pairs))
        acts += len(played.acks)
        for pair in pairs:
            await pair.close()
        held.append(gauge.memory())
    return Soak(held, acts)
