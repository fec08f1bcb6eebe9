"""Ends a process within seconds of a stop signal, even with work still hanging; at a second signal, at once.

A request that hangs in a thread keeps the interpreter alive: Twisted waits for its threads, and Python for those of
every executor. Nothing is lost by ending all the same: uncommitted work is as if never requested, and clients retry.
"""

import contextlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

log = logging.getLogger(__name__)

SECONDS = 5.0
"""From the first signal to the end at the latest."""
LAST_WORDS_SECONDS = 0.3
"""For the line that says so, if the reader of the output has stopped reading."""


def when_told(stop: Callable[[int, Any, Any], None]) -> None:
    """At the first stop signal end within seconds, and call `stop` with its number, the frame and the handler that was
    there before; at a second one, of either kind, end at once."""
    told: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def end(number: int, frame: Any, before: Any = before) -> None:
            if told:
                gone_now(number)
            told.append(number)
            gone_within()
            stop(number, frame, before)

        signal.signal(number, end)


def gone_within(seconds: float = SECONDS) -> None:
    """End the process in so many seconds if it has not ended by itself."""

    def watch() -> None:
        time.sleep(seconds)
        _end(0, f"Still busy {seconds:.0f} s after being told to stop: ended all the same.")

    threading.Thread(target=watch, name="stopping", daemon=True).start()


def gone_now(number: int) -> None:
    """End the process at once, as if by a signal of this number."""
    _end(128 + number, "Told to stop a second time: ended at once.")


def _end(code: int, why: str) -> None:
    """Say why, and end. A thread of its own says it: the interrupted one may be writing, and a full pipe without a
    reader would block this as it blocks the hanging work."""

    def say() -> None:
        log.warning(why)
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):  # it has no reader any more, or was closed
                stream.flush()

    with contextlib.suppress(RuntimeError):  # no thread can be started
        last_words = threading.Thread(target=say, daemon=True)
        last_words.start()
        last_words.join(LAST_WORDS_SECONDS)
    os._exit(code)
