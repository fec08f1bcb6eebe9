"""Who watches which match: each process keeps in the cache which browsers have a page of a match open there, and what
all processes have kept is added up when it is read. Nothing is written to the database; what a process no longer renews
is gone by itself.

A browser is a mark by which it is counted once, and with it the user where one is signed in. A mark is made anew for
each match (game/live/onlookers.py): it says nothing of what else the browser has watched.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.core.cache import cache

SEEN_SECONDS = 15
"""Who was last seen longer ago than this is no onlooker any more."""

_PROCESSES = "onlookers:processes"


class Onlookers(NamedTuple):
    """Who watches a match: how many browsers, and the users among them."""

    how_many: int = 0
    user_ids: frozenset[int] = frozenset()


NOBODY = Onlookers()


def keep(process: str, browsers: Mapping[int, Mapping[str, int | None]]) -> None:
    """Keep which browsers this process has seen lately, for each of these matches: marks with the user, None without
    one. A match that nobody watches here any more is kept as an empty one, once.

    The list of processes may lose one that another process adds at the same moment; that one adds itself the next time.
    """
    if not browsers:
        return
    known = cache.get(_PROCESSES, ())
    if process not in known:
        known = (*known, process)
    cache.set_many({_key(match_id, process): dict(seen) for match_id, seen in browsers.items()}, timeout=SEEN_SECONDS)
    cache.set(_PROCESSES, known, timeout=24 * 60 * 60)


def of(match_ids: Collection[int]) -> dict[int, Onlookers]:
    """Who watches each of these matches; two calls of the cache, however many there are."""
    processes = cache.get(_PROCESSES, ()) if match_ids else ()
    keys = {_key(match_id, process): match_id for match_id in match_ids for process in processes}
    found: dict[int, dict[str, int | None]] = {match_id: {} for match_id in match_ids}
    for key, seen in (cache.get_many(keys) if keys else {}).items():
        found[keys[key]].update(seen)
    return {
        match_id: Onlookers(len(seen), frozenset(user_id for user_id in seen.values() if user_id is not None))
        for match_id, seen in found.items()
    }


def _key(match_id: int, process: str) -> str:
    return f"onlookers:{match_id}:{process}"
