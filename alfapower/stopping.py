"""Told to stop, a process is gone within seconds, whatever still hangs in it; told twice, at once.

A request that hangs in a thread keeps the interpreter alive: Twisted waits for its threads, and Python for those of
every executor. Nothing is lost by ending all the same: what was not committed is as if it had not been asked for, and
whoever asked asks again.
"""

import logging
import os
import sys
import threading
import time

log = logging.getLogger(__name__)

SECONDS = 5.0
"""From the first signal to the end at the latest."""


def gone_within(seconds: float = SECONDS) -> None:
    """End the process in so many seconds if it has not ended by itself."""

    def watch() -> None:
        time.sleep(seconds)
        log.warning("Still busy %.0f s after being told to stop: ended all the same.", seconds)
        _end(0)

    threading.Thread(target=watch, name="stopping", daemon=True).start()


def gone_now(number: int) -> None:
    """End the process at once, as one that a signal of this number ended."""
    log.warning("Told to stop a second time: ended at once.")
    _end(128 + number)


def _end(code: int) -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)
