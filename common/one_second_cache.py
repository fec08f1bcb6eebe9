"""A cache of one second: a query that many pages repeat runs at most once a second per process, for all of them.

Only for data that may be a second late, and that no button of the requesting page has just changed: another process
would return the old answer.
"""

import threading
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from cachetools import LRUCache

P = ParamSpec("P")
R = TypeVar("R")

SECONDS = 1.0
MOST_KEPT = 1_000
"""Answers of one function, the latest asked for."""

_all: list[LRUCache[Any, "_Kept"]] = []


class _Kept:
    """An answer, and its expiry; callers that arrive while it is read wait for it."""

    __slots__ = ("lock", "until", "value")

    def __init__(self) -> None:
        self.lock, self.until = threading.Lock(), float("-inf")
        self.value: Any = None


def once_a_second(by: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorator of a function that reads: its first `by` arguments are the cache key. Exceptions are not cached."""

    def decorate(read: Callable[P, R]) -> Callable[P, R]:
        kept: LRUCache[Any, _Kept] = LRUCache(MOST_KEPT)
        _all.append(kept)
        guard = threading.Lock()

        @wraps(read)
        def answer(*args: P.args, **kwargs: P.kwargs) -> R:
            with guard:
                one = kept.setdefault(args[:by], _Kept())
            with one.lock:
                if time.monotonic() >= one.until:
                    one.value = read(*args, **kwargs)
                    one.until = time.monotonic() + SECONDS
                value: R = one.value
                return value

        return answer

    return decorate


def forget() -> None:
    """Reset, as after a start."""
    for kept in _all:
        kept.clear()
