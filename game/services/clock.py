"""The only module that reads a clock. All other code gets the time as an argument.

The truth is the database's clock, so that several machines agree and one whose clock is stepped does no harm: a process
measures how far its own steady clock is from it, now and then, and adds that. On SQLite the process is alone and its
steady clock, set by the wall clock at the start, is the truth.
"""

import threading
import time

from django.db import DatabaseError, connection

MEASURED_EVERY_SECONDS = 10
LONGEST_ROUND_TRIP = 100  # milliseconds; by a slower answer the clock could be wrong by half of it

_lock = threading.Lock()
_offset_ms: int | None = None
_measured_at = 0.0
_is_true = False  # measured once, and not only guessed by the wall clock because the database was away


def now_ms() -> int:
    """Milliseconds since the epoch (UTC)."""
    global _offset_ms, _measured_at
    if _offset_ms is None or (connection.vendor == "postgresql" and _is_old()):
        with _lock:
            if _offset_ms is None or _is_old():
                _measured_at = time.monotonic()
                _offset_ms = _measured(_offset_ms)
    return _offset_ms + _steady_ms()


def steady_offset() -> int:
    """How far the truth is before the machine's steady clock, in milliseconds."""
    return now_ms() - _steady_ms()


def edge_stamp() -> int:
    """What the server's edge notes on a request as it arrives: no database, no waiting. `at_edge` reads it."""
    return _steady_ms()


def at_edge(stamp: int) -> int:
    """The moment of an `edge_stamp`, in milliseconds since the epoch."""
    return now_ms() - (_steady_ms() - stamp)


def known_at_edge(stamp: int) -> int | None:
    """The same without a query, for when the database is away; None where its clock was never measured."""
    return _offset_ms + stamp if _offset_ms is not None and _is_true else None


def _is_old() -> bool:
    return time.monotonic() - _measured_at > MEASURED_EVERY_SECONDS


def _steady_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _measured(known: int | None) -> int:
    """How far the database's clock is before our steady one; what was known while the database is away."""
    global _is_true
    if connection.vendor != "postgresql":
        _is_true = True
        return known if known is not None else time.time_ns() // 1_000_000 - _steady_ms()
    before = _steady_ms()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            (theirs,) = cursor.fetchone()
    except DatabaseError:
        return known if known is not None else time.time_ns() // 1_000_000 - _steady_ms()
    after = _steady_ms()
    if known is not None and _is_true and after - before > LONGEST_ROUND_TRIP:
        return known  # a busy process reads the answer late: load must not be able to shift its clock
    _is_true = True
    return int(theirs) - (before + after) // 2
