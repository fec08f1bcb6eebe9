"""The heartbeat of a bot process, and the public status that follows from it."""

from dataclasses import dataclass

from bots.models import BotProcess
from bots.prepared_parts import HOW_MANY, NEEDED
from common.durations import DAY_MS

EVERY_MS = 2_000
GONE_MS = 10_000
"""A process not heard of for so long is gone."""
FORGOTTEN_MS = DAY_MS


@dataclass(frozen=True, slots=True)
class Readiness:
    """The status of the bots: `away` without a process, else `done` of `needed` parts are built."""

    away: bool
    done: int = 0
    needed: int = 1

    @property
    def ready(self) -> bool:
        """Whether they play."""
        return not self.away and self.done >= self.needed

    @property
    def percent(self) -> int:
        """The share of the parts that is built."""
        return min(100, 100 * self.done // max(1, self.needed))


def leave(name: str, now: int, done: int, needed: int, faults: int) -> None:
    """Record that the process is running."""
    said = {"seen_at": now, "done": done, "needed": needed, "faults": faults}
    BotProcess.objects.update_or_create(name=name, defaults=said)
    BotProcess.objects.filter(seen_at__lt=now - FORGOTTEN_MS).delete()


def farewell(name: str) -> None:
    """Record that the process has ended."""
    BotProcess.objects.filter(name=name).delete()


def readiness(now: int, language: str) -> Readiness:
    """The status of the bots for matches in a language, by the last heartbeats; that of the process that has got
    furthest."""
    heard, last = BotProcess.objects.filter(seen_at__gt=now - GONE_MS), NEEDED.get(language, HOW_MANY)
    found = [Readiness(False, row.done, min(row.needed, last)) for row in heard]
    return max(found, key=lambda one: one.percent, default=Readiness(True))


def age_and_faults(now: int) -> tuple[float | None, int]:
    """How many seconds ago a process last sent a heartbeat, None for never; and the faults of the running ones."""
    rows = list(BotProcess.objects.all())
    seen = max((row.seen_at for row in rows), default=None)
    faults = sum(row.faults for row in rows if row.seen_at > now - GONE_MS)
    return (None if seen is None else (now - seen) / 1000), faults
