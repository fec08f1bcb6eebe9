"""What was drawn, remembered for the same values: up to so many bytes in a process, the latest used."""

from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any, TypeVar, cast

from cachetools import LRUCache, cached
from cachetools.keys import typedkey

MIB = 2**20
OF_AN_ENTRY = 700
"""Bytes that an entry takes beside its texts: what it was drawn from, and its place in the memory."""

Function = TypeVar("Function", bound=Callable[..., Any])


class Memory:
    """What functions have drawn, together no more than `most_bytes`; `length` is how many bytes a result has itself.
    What was not asked for longest is forgotten."""

    def __init__(self, most_bytes: int, length: Callable[[Any], int] = len) -> None:
        self.results: LRUCache[Any, Any] = LRUCache(most_bytes, lambda result: OF_AN_ENTRY + length(result))
        self.lock = Lock()

    def remember(self, function: Function) -> Function:
        """Decorator of a function that draws from its arguments alone, values that can be hashed. Arguments of other
        types are others: a text that needs no escaping is equal to one that does."""
        remembering = cached(self.results, key=partial(typedkey, function), lock=self.lock)
        return cast(Function, remembering(function))

    def forget(self) -> None:
        """Remember nothing."""
        with self.lock:
            self.results.clear()
