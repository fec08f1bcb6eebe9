"""Falls back to this process's memory while Redis is away, so that no request fails for it.

The call that finds Redis away has waited for the settings' time-out; for `PAUSE_SECONDS` from then on no other call in
the process tries.
"""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

R = TypeVar("R")

PAUSE_SECONDS = 5.0
MOST_KEPT = 20_000

log = logging.getLogger(__name__)


class _Pause:
    until = 0.0
    is_told = False  # of this outage


def asked(question: Callable[[], R], otherwise: Callable[[], R]) -> R:
    """The answer of a call to Redis; while Redis is away, that of `otherwise`, which knows this process alone."""
    if time.monotonic() >= _Pause.until:
        try:
            answer = question()
        except (RedisError, OSError) as error:
            _Pause.until = time.monotonic() + PAUSE_SECONDS
            if not _Pause.is_told:
                log.warning("Redis is away (%s): each process counts by itself.", type(error).__name__)
            _Pause.is_told = True
        else:
            _Pause.is_told = False
            return answer
    return otherwise()


def forget() -> None:
    """Use Redis again from now on."""
    _Pause.until, _Pause.is_told = 0.0, False


class FallbackCache(RedisCache):
    """Django's cache in Redis; while Redis is away this process itself keeps allauth's counts of tries, and who has a
    page open here."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        kept = {"OPTIONS": {"MAX_ENTRIES": MOST_KEPT}}  # a memory that is full throws out by chance
        self._own = LocMemCache("while-redis-is-away", {**params, **kept})

    def _asked(self, name: str, *given: Any, **named: Any) -> Any:
        of_redis = getattr(super(), name)
        return asked(lambda: of_redis(*given, **named), lambda: getattr(self._own, name)(*given, **named))

    def add(self, *given: Any, **named: Any) -> Any:
        return self._asked("add", *given, **named)

    def get(self, *given: Any, **named: Any) -> Any:
        return self._asked("get", *given, **named)

    def set(self, *given: Any, **named: Any) -> Any:
        return self._asked("set", *given, **named)

    def delete(self, *given: Any, **named: Any) -> Any:
        return self._asked("delete", *given, **named)

    def get_many(self, *given: Any, **named: Any) -> Any:
        return self._asked("get_many", *given, **named)

    def set_many(self, *given: Any, **named: Any) -> Any:
        return self._asked("set_many", *given, **named)
