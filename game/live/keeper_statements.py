"""What the keeper of a process (socket_keeper.py) asks of the database and writes there: each in a thread, and for as
many pages as it can by one statement.

What every beat needs runs in threads of the keeper's own, the rest in those of the sockets: none waits for the other.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from game import due_statements
from game.kernel.base_types import Millis
from game.live import screens
from game.live.open_sockets import in_thread
from game.services import clock, presence, sessions, settle_due
from game.services.presence import Place
from news import api as news

K = TypeVar("K")

OVERDUE: Millis = 2_000  # what has been due for this long the sweep has missed

THREADS = ThreadPoolExecutor(max_workers=3, thread_name_prefix="keeper")
_in_own_thread = partial(in_thread, threads=THREADS)


@_in_own_thread
def versions_and_due(match_ids: list[int]) -> list[tuple[int, int, bool]]:
    """The matches that run, each with its version and whether something of it is overdue."""
    return due_statements.versions_and_due(match_ids, clock.now_ms() - OVERDUE)


@_in_own_thread
def renew(signs: dict[Place, float], looking: set[Place]) -> set[Place]:
    """Renew the leases of these seats; gives those that were renewed."""
    return presence.renew(_as_of_the_clock(signs), looking)


def _as_of_the_clock(moments: dict[K, float]) -> dict[K, Millis]:
    """Moments of the steady clock as those of the calendar."""
    offset = clock.now_ms() - time.monotonic() * 1000
    return {key: int(offset + at * 1000) for key, at in moments.items()}


@_in_own_thread
def note_shelf_looks(looks: dict[int, float]) -> None:
    """Write when these users last looked at their shelf."""
    news.note_shelf_looks(_as_of_the_clock(looks))


@_in_own_thread
def found(session_keys: set[str], user_ids: set[int]) -> sessions.AllFound:
    """The sessions and users as they are now."""
    return sessions.found(session_keys, user_ids)


@in_thread
def read(match_id: int, names: tuple[str, ...] | None) -> screens.Reading:
    """The match with all that was due applied."""
    return screens.read(settle_due.settled(match_id, clock.now_ms()), names)


@in_thread
def settle(match_id: int) -> None:
    """Apply what is due in the match."""
    settle_due.settled(match_id, clock.now_ms())


@in_thread
def touch(place: Place, looks: bool = False) -> None:
    """Write a sign of life of a seat, whose lease may have lapsed."""
    presence.touch(place.match_id, place.seat, clock.now_ms(), looks=looks)
