"""Told to stop, a process is gone within seconds, whatever still hangs in it; told twice, at once.

A request that hangs in a thread keeps the interpreter alive: Twisted waits for its threads, and Python for those of
every executor. Nothing is lost by ending all the same: what was not committed is as if it had not been asked for, and
whoever asked asks again.
"""

import contextlib
import logging
import os
import sys
import threading
import time

log = logging.getLogger(__name__)

SECONDS = 5.0
"""From the first signal to the end at the latest."""
LAST_WORDS_SECONDS = 0.3
"""For the line that says so, where whoever reads the output has stopped reading."""


def gone_within(seconds: float = SECONDS) -> None:
    """End the process in so many seconds if it has not ended by itself."""

    def watch() -> None:
        time.sleep(seconds)
        _end(0, f"Still busy {seconds:.0f} s after being told to stop: ended all the same.")

    threading.Thread(target=watch, name="stopping", daemon=True).start()


def gone_now(number: int) -> None:
    """End the process at once, as one that a signal of this number ended."""
    _end(128 + number, "Told to stop a second time: ended at once.")


def _end(code: int, why: str) -> None:
    """Say why, and end. It is said by a thread of its own: the one that was interrupted may be writing, and a full pipe
    that nobody reads would hold us as it holds whatever hangs."""

    def say() -> None:
        log.warning(why)
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):  # nobody reads it any more, or it was closed
                stream.flush()

    with contextlib.suppress(RuntimeError):  # no thread can be begun
        last_words = threading.Thread(target=say, daemon=True)
        last_words.start()
        last_words.join(LAST_WORDS_SECONDS)
    os._exit(code)
