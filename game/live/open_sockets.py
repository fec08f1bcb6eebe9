"""State that all open sockets of a process share: close codes, caps, threads for the database, the shutdown."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import Any, ParamSpec, Protocol, TypeVar

from channels.db import DatabaseSyncToAsync

from common import client_address, rate_limits

P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K")

MOST_A_USER = 6
MOST_ONLOOKERS = 2_000
"""Onlookers of a process, counted apart: they take no player's place."""
MOST_ONLOOKERS_AN_ADDRESS = 100
"""Of these, from one address: three school classes that look on together."""
UNREAD_SECONDS = 20.0
"""So long an onlooker's page that has not answered for a screen is sent no other."""
MOST_A_PROCESS = 3_000
"""What was shown (docs/benchmarks.md): at rest they take a third of a core."""
LONGEST_LIFE_SECONDS = 6 * 60 * 60 * random.uniform(0.9, 1.1)  # nosec B311  # spreads reconnections

_POOL = ThreadPoolExecutor(max_workers=8, thread_name_prefix="socket")
_open: dict["Closable", int] = {}
_of_user: Counter[int] = Counter()
_onlookers: dict["Closable", tuple[int | str, ...]] = {}
_onlookers_of: Counter[int | str] = Counter()
"""By user and by address."""


class Close(IntEnum):
    """Why a socket was closed. The page comes back by itself but for 4400, 4401, 4403, 4404 and 4410; at 4429 it asks
    for its panels meanwhile."""

    TOO_LARGE = 1009
    RESTART = 1012
    TRY_LATER = 1013
    BAD_FRAME = 4400
    NOT_SIGNED_IN = 4401
    NOT_YOURS = 4403
    NOT_OPEN = 4404
    SILENT = 4408
    FAILED = 4410
    TOO_MANY_WATCH = 4429


class Closable(Protocol):
    """What is held open for a user: a socket of a page, or a stream of a bot."""

    async def close(self, code: int) -> None:
        """End it."""


def in_thread(function: Callable[P, R], threads: ThreadPoolExecutor = _POOL) -> Any:
    """Run a function that queries the database in one of a few threads: the sockets' own, or others.

    The usual helper runs all of a process's database work in a single thread, where one slow query stalls all others.
    """
    return DatabaseSyncToAsync(function, thread_sensitive=False, executor=threads)


def admit(consumer: Closable, user_id: int) -> bool:
    """Count a socket of a user in, unless there are too many of the user or in the process."""
    if len(_open) >= MOST_A_PROCESS or _of_user[user_id] >= MOST_A_USER:
        return False
    _open[consumer] = user_id
    _of_user[user_id] += 1
    return True


def admit_onlooker(consumer: Closable, user_id: int, address: str) -> bool:
    """Count a socket of an onlooker in (0: a visitor's), unless there are too many of the user, from the address, or in
    the process."""
    keys: list[tuple[int | str, int]] = [(user_id, MOST_A_USER)] if user_id else []
    if not rate_limits.is_trusted(address):
        keys.append((client_address.network(address), MOST_ONLOOKERS_AN_ADDRESS))
    if len(_onlookers) >= MOST_ONLOOKERS or any(_onlookers_of[key] >= most for key, most in keys):
        return False
    _onlookers[consumer] = tuple(key for key, _most in keys)
    _onlookers_of.update(_onlookers[consumer])
    return True


def leave(consumer: Closable) -> None:
    """Count a socket out; does nothing for one that was not let in."""
    user_id = _open.pop(consumer, None)
    if user_id is not None:
        _count_out(_of_user, user_id)
    for key in _onlookers.pop(consumer, ()):
        _count_out(_onlookers_of, key)


def _count_out(counted: Counter[K], key: K) -> None:
    counted[key] -= 1
    if not counted[key]:
        del counted[key]


def how_many() -> int:
    """The sockets open in this process, those of onlookers too."""
    return len(_open) + len(_onlookers)


async def farewell() -> None:
    """The process is about to stop: close every socket with the code that sends the pages to another one."""
    await asyncio.gather(*(consumer.close(Close.RESTART) for consumer in [*_open, *_onlookers]), return_exceptions=True)
