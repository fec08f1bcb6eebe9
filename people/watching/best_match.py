"""The best running match that everyone may watch, for the home page: it stays the same to its end, or until two minutes
pass without a turn ended; then the strongest of the others takes its place.

Which it is stands in the cache, for all processes. A look costs one statement, read once a second for all; two when the
match changes.
"""

from dataclasses import dataclass

from django.core.cache import cache

from common.one_second_cache import once_a_second
from people.watching import open_seats
from people.watching.watch_list import Listed, only

_CHOICES = 5
"""Of so many one is open, though it turns out only as they are read that some have no clock."""
STALE_MS = 2 * 60 * 1000
_KEY, _KEPT_SECONDS = "watching:best", 10 * 60


@dataclass(frozen=True, slots=True)
class OnAir:
    """The match that is shown, and since when its turn runs as far as has been seen."""

    match_id: int
    turn: int
    since: int


@once_a_second(by=0)
def best(now_ms: int) -> Listed | None:
    """The match for the home page; None where none may be watched by everyone."""
    before: OnAir | None = cache.get(_KEY)
    found = None if before is None else _one(match_id=before.match_id)
    if before is None or found is None:
        return _begin(_one(), now_ms)
    if found.card.turn != before.turn:
        return _begin(found, now_ms)
    if now_ms - before.since < STALE_MS:
        return found
    return _begin(_one(besides=before.match_id) or found, now_ms)


def _one(*, match_id: int = 0, besides: int = 0) -> Listed | None:
    return only(open_seats.listed(open_seats.VISITOR, _CHOICES, match_id=match_id, besides=besides))


def _begin(found: Listed | None, now_ms: int) -> Listed | None:
    """A new turn of the match counts as a beginning."""
    if found is None:
        cache.delete(_KEY)
    else:
        cache.set(_KEY, OnAir(found.card.match_id, found.card.turn, now_ms), timeout=_KEPT_SECONDS)
    return found


def forget() -> None:
    """Reset, as after a start."""
    cache.delete(_KEY)
