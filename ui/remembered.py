"""A cache of drawn results in the memory of a process: up to so many bytes, the least recently used forgotten first."""

from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any, TypeVar, cast

from cachetools import LRUCache, cached
from cachetools.keys import typedkey

MIB = 2**20
OF_AN_ENTRY = 700
"""Bytes that an entry takes beside its texts: its arguments, and its place in the cache."""

Function = TypeVar("Function", bound=Callable[..., Any])


class Memory:
    """The results of functions, together no more than `most_bytes`; `length` is the number of bytes of a result. The
    least recently used is forgotten first."""

    def __init__(self, most_bytes: int, length: Callable[[Any], int] = len) -> None:
        self.results: LRUCache[Any, Any] = LRUCache(most_bytes, lambda result: OF_AN_ENTRY + length(result))
        self.lock = Lock()

    def remember(self, function: Function) -> Function:
        """Decorator of a function whose result depends on its arguments alone, which are hashable. Arguments of other
        types are others: a text that needs no escaping is equal to one that does."""
        remembering = cached(self.results, key=partial(typedkey, function), lock=self.lock)
        return cast(Function, remembering(function))

    def forget(self) -> None:
        """Empty the cache."""
        with self.lock:
            self.results.clear()
