"""Who watches which match: each process keeps in the cache which browsers it has seen there lately, and what all
processes have kept is added up when it is read. Nothing is written to the database; what a process no longer renews is
gone by itself.

A browser is a mark by which it is counted once, and with it the user where one is signed in. A mark is made anew for
each match (game/live/onlooker_marks.py): it says nothing of what else the browser has watched.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.core.cache import cache

from common.one_second_cache import once_a_second

SEEN_SECONDS = 15
"""Who was last seen longer ago than this is no onlooker any more."""

Browsers = Mapping[int, int | None]
"""The browsers that watch a match, by their marks, each with its user."""

_PROCESSES = "onlookers:processes"
_PROCESSES_SECONDS = 24 * 60 * 60


class Onlookers(NamedTuple):
    """Who watches a match: how many browsers, and the users among them."""

    how_many: int = 0
    user_ids: frozenset[int] = frozenset()


NOBODY = Onlookers()


def keep(process: str, seen: Mapping[int, Browsers]) -> None:
    """Keep which browsers this process has seen lately in which match, in place of what it has kept before.

    The list of processes may lose one that another process adds at the same moment; that one adds itself the next time.
    """
    known = cache.get(_PROCESSES, ())
    cache.set(_key(process), {match_id: dict(browsers) for match_id, browsers in seen.items()}, timeout=SEEN_SECONDS)
    if process not in known:
        cache.set(_PROCESSES, (*known, process), timeout=_PROCESSES_SECONDS)


def all_of_them() -> dict[int, Onlookers]:
    """Who watches, by match, for every match that is watched; two calls of the cache."""
    processes = cache.get(_PROCESSES, ())
    found: dict[int, dict[int, int | None]] = {}
    for kept in cache.get_many([_key(process) for process in processes]).values() if processes else ():
        for match_id, browsers in kept.items():
            found.setdefault(match_id, {}).update(browsers)
    return {match_id: _added_up(browsers) for match_id, browsers in found.items() if browsers}


_as_of_this_second = once_a_second(by=0)(all_of_them)


def of(match_ids: Collection[int]) -> dict[int, Onlookers]:
    """Who watches each of these matches, as of this second: pages of players ask it, too."""
    found = _as_of_this_second() if match_ids else {}
    return {match_id: found.get(match_id, NOBODY) for match_id in match_ids}


def forget_processes() -> None:
    """Take gone processes off the list: those that have kept nothing for as long as an onlooker is remembered."""
    processes = cache.get(_PROCESSES, ())
    there = cache.get_many([_key(process) for process in processes]) if processes else {}
    left = tuple(process for process in processes if _key(process) in there)
    if left != processes:
        cache.set(_PROCESSES, left, timeout=_PROCESSES_SECONDS)


def _added_up(browsers: Browsers) -> Onlookers:
    return Onlookers(len(browsers), frozenset(user_id for user_id in browsers.values() if user_id is not None))


def _key(process: str) -> str:
    return f"onlookers:{process}"
