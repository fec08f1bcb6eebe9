"""The periodic jobs of the site: one list and its two drivers.

* Without REDIS_URL the `play` command runs `Ticker` as a task on the server's own event loop. Never in a thread: the
  in-memory channel layer is made of that loop's queues, and a push from elsewhere arrives a second late.
* With REDIS_URL Celery beat queues the same jobs (`beat_schedule`) for the workers (celery.py), those of news for
  workers of their own.

A job queries the database for what is due, so it may run late, twice, or in two processes at once and do no harm. Not
for "in five minutes": nothing here stores a delay.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    name: str
    function: str  # dotted path of a function that takes now in milliseconds
    every_seconds: float
    most_seconds: int = 5  # a worker's run that takes longer is aborted
    queue: str = "tick"  # to which beat sends it, and no other task


NEWS = "news"
"""The queue of what waits for services elsewhere, which may not answer: no clock of a match waits behind it."""

JOBS = (
    Job("matches", "game.api.sweep", 1.0),
    Job("ends", "game.api.announce_ends_again", 5.0),
    Job("lobby", "lobby.api.sweep", 1.0),
    Job("challenges", "people.api.sweep", 1.0),
    Job("old talk", "people.api.remove_old_talk", 5.0),
    Job("watching", "people.api.sweep_watching", 5.0),
    Job("guests", "accounts.api.purge_guests", 5.0),
    Job("sessions", "accounts.api.clear_sessions", 5.0),
    Job("sanctions", "accounts.api.end_sanctions", 5.0),
    Job("words", "dictionary.api.sweep", 5.0),
    Job("facts", "accounts.api.write_facts", 3.0, most_seconds=60),  # a match of ten thousand entries takes its time
    Job("puzzles", "bots.api.order_puzzles", 5.0),
    Job("balance", "accounts.api.compute_balance", 5.0),
    Job("news", "news.api.deliver", 1.0, most_seconds=50, queue=NEWS),
    Job("old news", "news.api.remove_old", 5.0),
    Job("ended pushes", "news.api.clear_ended", 5.0),
)


QUEUE = "tick"
"""That of all the other jobs."""

PROCESS, PROCESSES = "process ", ("worker", "beat")
"""How the rows are called in which Celery's own processes leave word, and which there are."""


def run(name: str) -> None:
    """Run the job called `name` once, now. Raises KeyError for an unknown name and any error of the job."""
    from game import api as game  # here: Celery imports this module before Django's apps are loaded

    function = import_string({job.name: job.function for job in JOBS}[name])
    function(game.now_ms())
    _note(name)


def _note(name: str) -> None:
    """Record the run for /health/deep."""
    from alfapower.models import Tick

    if not Tick.objects.filter(job=name).update(ran_at=timezone.now()):
        Tick.objects.get_or_create(job=name, defaults={"ran_at": timezone.now()})


def ages() -> dict[str, float | None]:
    """How many seconds ago each job last ran; None for one that never has."""
    from alfapower.models import Tick

    ran, now = dict(Tick.objects.values_list("job", "ran_at")), timezone.now()
    return {job.name: (now - ran[job.name]).total_seconds() if job.name in ran else None for job in JOBS}


def note_process(kind: str) -> None:
    """Record that a process of this kind ("worker", "beat") is running."""
    _note(f"{PROCESS}{kind}")


def process_ages() -> dict[str, float | None]:
    """How many seconds ago a worker and a beat last recorded a heartbeat; None for one that never has."""
    from alfapower.models import Tick

    ran, now = dict(Tick.objects.filter(job__startswith=PROCESS).values_list("job", "ran_at")), timezone.now()
    seen = {kind: ran.get(f"{PROCESS}{kind}") for kind in PROCESSES}
    return {kind: None if at is None else (now - at).total_seconds() for kind, at in seen.items()}


def beat_schedule() -> dict[str, dict[str, Any]]:
    """The jobs as Celery beat reads them. A run that no worker took before the next is due expires: a worker
    that was away for a minute does not find sixty of them."""
    return {
        job.name: {
            "task": "alfapower.run_job",
            "schedule": job.every_seconds,
            "args": [job.name],
            "options": {"expires": job.every_seconds, "queue": job.queue, "soft_time_limit": job.most_seconds},
        }
        for job in JOBS
    }


class Ticker:
    """The embedded driver: runs each job when it is due, those of a queue one after the other, until cancelled. Jobs
    that wait for external services have a thread of their own."""

    def __init__(self, jobs: tuple[Job, ...] = JOBS) -> None:
        self.jobs = jobs
        self.failing: set[str] = set()

    async def run(self) -> None:
        async with asyncio.TaskGroup() as running:
            for queue in dict.fromkeys(job.queue for job in self.jobs):
                running.create_task(self._run([job for job in self.jobs if job.queue == queue]))

    async def _run(self, jobs: Sequence[Job]) -> None:
        next_run = {job.name: time.monotonic() for job in jobs}
        while True:
            for job in jobs:
                if next_run[job.name] <= time.monotonic():
                    await self._once(job)
                    # From now, not from when it was due: after a pause one run is enough.
                    next_run[job.name] = time.monotonic() + job.every_seconds
            await asyncio.sleep(max(0.0, min(next_run.values()) - time.monotonic()))

    async def _once(self, job: Job) -> None:
        try:
            await database_sync_to_async(run, thread_sensitive=job.queue != NEWS)(job.name)
        except Exception:  # one bad run must not stop the clocks of every match
            # The traceback once, not every second for as long as the database is away.
            log.error(
                "The periodic job %s failed; it runs again in %s s.",
                job.name,
                job.every_seconds,
                exc_info=job.name not in self.failing,
            )
            self.failing.add(job.name)
        else:
            self.failing.discard(job.name)
