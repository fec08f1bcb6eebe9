"""State that all open sockets of a process share: close codes, caps, threads for the database, the shutdown."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import Any, ParamSpec, Protocol, TypeVar

from channels.db import DatabaseSyncToAsync

P = ParamSpec("P")
R = TypeVar("R")

MOST_A_USER = 6
MOST_A_PROCESS = 3_000
"""What was shown (docs/benchmarks.md): at rest they take a third of a core."""
LONGEST_LIFE_SECONDS = 6 * 60 * 60 * random.uniform(0.9, 1.1)  # nosec B311  # spreads reconnections

_POOL = ThreadPoolExecutor(max_workers=8, thread_name_prefix="socket")
_open: dict["Closable", int] = {}
_of_user: Counter[int] = Counter()


class Close(IntEnum):
    """Why a socket was closed. The page comes back by itself but for 4400, 4401, 4403 and 4410."""

    TOO_LARGE = 1009
    RESTART = 1012
    TRY_LATER = 1013
    BAD_FRAME = 4400
    NOT_SIGNED_IN = 4401
    NOT_YOURS = 4403
    SILENT = 4408
    FAILED = 4410


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


def leave(consumer: Closable) -> None:
    """Count a socket out; does nothing for one that was not let in."""
    user_id = _open.pop(consumer, None)
    if user_id is not None:
        _of_user[user_id] -= 1
        if not _of_user[user_id]:
            del _of_user[user_id]


def how_many() -> int:
    """The sockets open in this process."""
    return len(_open)


async def farewell() -> None:
    """The process is about to stop: close every socket with the code that sends the pages to another one."""
    await asyncio.gather(*(consumer.close(Close.RESTART) for consumer in list(_open)), return_exceptions=True)
