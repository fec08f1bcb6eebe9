"""Work done in forked children, some at a time, each with so much of the processor's time and no more."""

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Mark = TypeVar("Mark")
Work = Callable[[], int]
PATIENCE = 20
"""How many times its processor time a child may take by the clock: the machine may be busy, or paused."""


def outcomes(trials: Iterable[tuple[Mark, Work, int]], jobs: int) -> Iterator[tuple[Mark, int | None]]:
    """Do (mark, work, seconds of the processor) in children, so many at a time; gives the marks with what the work
    gave back, or None for one that took longer, in the order they end."""
    waiting = iter(trials)
    running: dict[int, tuple[Mark, float]] = {}
    while True:
        while len(running) < jobs and (trial := next(waiting, None)):
            mark, work, seconds = trial
            running[_child(work, seconds)] = mark, time.monotonic() + seconds * PATIENCE
        if not running:
            return
        for child, (mark, ends) in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if not done and time.monotonic() < ends:
                continue
            if not done:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
            del running[child]
            code = os.waitstatus_to_exitcode(status) if done else -signal.SIGXCPU
            yield mark, None if code == -signal.SIGXCPU else code
        time.sleep(0.005)


def _child(work: Work, seconds: int) -> int:
    child = os.fork()
    if child:
        return child
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
        os._exit(work())
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(70)


def silence() -> None:
    """Let this process say nothing more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
