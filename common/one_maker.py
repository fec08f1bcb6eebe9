"""What takes seconds to make and is kept in a file is made by one process; the others wait, and find it made."""

import contextlib
import fcntl
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

_mine = threading.local()


@contextlib.contextmanager
def one_maker(lock: Path) -> Iterator[None]:
    """One thread of one process at a time is in here with this file; it may come in again. Inside, look first whether
    another has made it meanwhile.

    A process that dies in here lets go. Where the file cannot be written, nobody waits: each makes its own, or fails by
    itself."""
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
