"""How long this thread waits for the database's answers, and the error when there is none."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import InterfaceError, OperationalError

LOST = (OperationalError, InterfaceError)
"""The database is away for now, or was too slow: nothing was done, and trying again may help."""

_deadline: ContextVar[float | None] = ContextVar("answer_deadline", default=None)


@contextmanager
def answer_within(seconds: float) -> Iterator[None]:
    """The statements of the block share this time, instead of each its usual limit; then they fail with
    OperationalError and their connection is dropped. For callers that must answer sooner, or may take longer. No effect
    without Postgres."""
    token = _deadline.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _deadline.reset(token)


def seconds_left() -> float | None:
    """The time left to the block that this thread is in; None outside of one."""
    deadline = _deadline.get()
    return None if deadline is None else max(0.0, deadline - time.monotonic())
