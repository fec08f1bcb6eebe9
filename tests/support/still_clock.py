"""A wall clock that stands. What counts by windows of it, as limits in memory and the codes of an app do, is in the
same one from the first of some requests to the last; running, it would now and then begin a new one between two."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import time_machine


@contextmanager
def still_clock() -> Iterator[None]:
    """The moment at which this begins, until it ends. The steady clock goes on."""
    with time_machine.travel(time.time(), tick=False):
        yield
