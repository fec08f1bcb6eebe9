"""With Redis, news is sent as soon as it is committed: a nudge queues one more run of the job that sweeps each second.

An act sets a flag and waits for nothing; a thread of the process queues the run, at most one in `PAUSE_SECONDS` however
many acts there were. Without Redis nothing is queued: the ticker of the same process is not a second away. A nudge that
is lost, as while Redis is away, is made up for by the sweep.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from alfapower.processes import periodic_jobs

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.25


class Nudger:
    """Calls `send` in a thread of its own soon after a nudge, and once for all nudges of a pause."""

    def __init__(self, send: Callable[[], None], pause_seconds: float = PAUSE_SECONDS) -> None:
        self._send, self._pause = send, pause_seconds
        self._wanted, self._starting = threading.Event(), threading.Lock()
        self._thread: threading.Thread | None = None

    def nudge(self) -> None:
        """Have it sent; returns at once."""
        self._wanted.set()
        with self._starting:
            # At the first nudge, and in a process that was forked after it: threads stay behind.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="news-nudge", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            self._send()
            time.sleep(self._pause)


def queue_run() -> None:
    """Queue a run of the job of news, as beat does."""
    job = periodic_jobs.beat_schedule()[periodic_jobs.NEWS]
    try:
        current_app.send_task(job["task"], job["args"], **job["options"], retry=False)
    except OperationalError as error:
        log.info("News could not be sent at once (%s); the sweep does.", type(error).__name__)


_nudger = Nudger(queue_run)


def nudge(sender: object, **kwargs: Any) -> None:
    """Receive `news_due`."""
    if settings.REDIS_URL:
        _nudger.nudge()
