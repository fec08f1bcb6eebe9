"""A file lock for building a slow file once: one process builds it, the others wait and find it built."""

import contextlib
import fcntl
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

_mine = threading.local()


@contextlib.contextmanager
def one_maker(lock: Path) -> Iterator[None]:
    """Lock the file for one thread of one process; reentrant. Inside, check first whether another has built it
    meanwhile.

    A process that dies releases it. If the file cannot be written, no process waits: each builds its own, or fails by
    itself.
    """
    held: set[Path] = _mine.__dict__.setdefault("locks", set())
    with contextlib.ExitStack() as stack:
        if lock not in held and (file := _opened(lock)) is not None:
            stack.enter_context(file)
            fcntl.flock(file, fcntl.LOCK_EX)
            held.add(lock)
            stack.callback(held.discard, lock)
        yield


def _opened(lock: Path) -> IO[str] | None:
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        return lock.open("a")
    except OSError:
        return None
