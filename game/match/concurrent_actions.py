"""Limit how many actions of one seat a process works on at the same time.

They wait for each other at the row of their match, each holding a database connection. A page sends one after the
other; a client that sends dozens at once would hold all connections, and the other players would wait.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from game.models import SeatRow

MOST = 4
"""One that has lost its page's patience, the same again from other tabs, and half of the connections left to others."""

_under_way: Counter[int] = Counter()
_lock = threading.Lock()


class SeatBusy(Exception):
    """Enough actions of the seat are under way. This one is sent again in a moment, and loses nothing by it."""


@contextmanager
def one_of_few(seat: SeatRow) -> Iterator[None]:
    """Work on an action of the seat. Raises SeatBusy where enough of them are under way."""
    with _lock:
        if _under_way[seat.pk] >= MOST:
            raise SeatBusy
        _under_way[seat.pk] += 1
    try:
        yield
    finally:
        with _lock:
            _under_way[seat.pk] -= 1
            if not _under_way[seat.pk]:
                del _under_way[seat.pk]
