"""Measuring on a machine that others use too: cases in turn, round after round, by the clock of this thread's own work.

A case's figure is the median of its rounds; the noise is the distance between its quartiles, in per cent of it.
"""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection


@dataclass(frozen=True, slots=True)
class Timing:
    """Microseconds of one call: the median, and half the spread of the middle half in per cent."""

    us: float
    noise: float


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what, how much, beside what it is measured, and the aim."""

    name: str
    value: str
    ratio: str = ""
    aim: str = ""
    noise: str = ""


def interleaved(
    cases: Mapping[str, Callable[[], object]], *, rounds: int, calls: int, clock: Callable[[], float] = time.thread_time
) -> dict[str, Timing]:
    """Each case `calls` times a round, all cases before the next round."""
    taken: dict[str, list[float]] = {name: [] for name in cases}
    for case in cases.values():
        case()
    for _ in range(rounds):
        for name, case in cases.items():
            begun = clock()
            for _ in range(calls):
                case()
            taken[name].append((clock() - begun) / calls * 1e6)
    return {name: timing(samples) for name, samples in taken.items()}


def seconds_of(work: Callable[[], object], clock: Callable[[], float] = time.thread_time) -> float:
    """What one call takes by that clock, by default that of this thread's own work."""
    begun = clock()
    work()
    return clock() - begun


def timing(samples: Sequence[float]) -> Timing:
    """The figure of some samples (µs)."""
    middle = statistics.median(samples)
    low, _, high = statistics.quantiles(samples, n=4)
    return Timing(middle, 50 * (high - low) / middle if middle else 0)


def row(name: str, timing: Timing, aim: str = "", ratio: str = "") -> Row:
    """A line for a timing."""
    if timing.us < 10:
        value = f"{timing.us:.2f} µs"
    elif timing.us < 5000:
        value = f"{timing.us:.0f} µs"
    else:
        value = f"{timing.us / 1000:.1f} ms"
    return Row(name, value, ratio, aim, f"±{timing.noise:.0f} %")


@contextmanager
def empty_database() -> Iterator[None]:
    """An empty database of the configured kind, gone afterwards."""
    name = str(connection.settings_dict["NAME"])
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
