"""Liveness of Celery's worker and beat: logs their start and end, records their heartbeat, and makes them end.

/health/deep and /metrics show by it which of the two is dead when jobs stand still.
"""

import logging
import threading
import time
from typing import Any

from celery.signals import beat_init, worker_ready, worker_shutting_down
from django.db import DatabaseError, connection

from alfapower import __version__
from alfapower.processes import periodic_jobs, shutdown

log = logging.getLogger(__name__)

WORD_SECONDS = 5.0


def _leave_word(kind: str) -> None:
    """Record a heartbeat in the database every few seconds, in a thread of its own that ends with the process."""

    def leave() -> None:
        while True:
            try:
                periodic_jobs.note_process(kind)
            except DatabaseError:
                log.info("The %s could not leave word: the database is away.", kind)
            connection.close()
            time.sleep(WORD_SECONDS)

    threading.Thread(target=leave, name=f"{kind}-word", daemon=True).start()


@worker_ready.connect
def _worker_begins(sender: Any = None, **kwargs: Any) -> None:
    """Only the workers of the periodic jobs record a heartbeat, or another would hide that none of them is running."""
    log.info("AlfaPower %s: the worker is ready.", __version__)
    if periodic_jobs.QUEUE in sender.app.amqp.queues.consume_from:
        _leave_word("worker")


@worker_shutting_down.connect
def _worker_ends(**kwargs: Any) -> None:
    log.info("AlfaPower %s: the worker stops when its jobs are done.", __version__)


@beat_init.connect
def _beat_begins(**kwargs: Any) -> None:
    """A signal during a read from Redis can be lost in the client's own handling: beat ends all the same."""
    log.info("AlfaPower %s: beat is ready.", __version__)
    _leave_word("beat")

    def stop(number: int, frame: Any, before: Any) -> None:
        log.info("AlfaPower %s: beat stops.", __version__)
        if callable(before):
            before(number, frame)
        raise SystemExit(0)

    shutdown.when_told(stop)
