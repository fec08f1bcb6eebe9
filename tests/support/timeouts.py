"""How long tests wait for what must come.

A watch-dog only ends what hangs: it costs nothing when all is well, and must not bite because the machine is busy. A
process that is getting ready is given processor time of its own; whatever else is waited for gets a long wall clock.
"""

import contextlib
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PATIENCE = 180
"""Seconds for one answer, one frame, one line of a log."""
HANGING = 900
"""Seconds after which also a process that has had no processor is taken for hanging."""


def wait_until(
    is_so: Callable[[], object],
    what: str,
    output: Callable[[], str] = lambda: "",
    process: subprocess.Popen[Any] | None = None,
) -> None:
    """Wait for something to become so; AssertionError with `what` it was and the `output` so far after PATIENCE, or
    when the `process` that is to make it so has ended or has used as many seconds of processor."""
    begun = time.monotonic()
    while not is_so():
        waited = time.monotonic() - begun
        if process is None:
            late = waited > PATIENCE
        else:
            late = process.poll() is not None or processor_seconds(process.pid) > PATIENCE or waited > HANGING
        assert not late, f"{what}: not after {waited:.0f} s\n{output()}"
        time.sleep(0.05)


def processor_seconds(pid: int) -> float:
    """What a running process has used of processors; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def end_and_seconds(process: subprocess.Popen[Any]) -> tuple[int, float]:
    """Wait for a process to end: its exit code and how long that took, without the time for which it, or we who watch
    it, waited for a processor. Where the system does not tell that time, it is counted."""
    begun, waited, ours = time.monotonic(), 0.0, _waited_for_a_processor("self")
    before = _waited_for_a_processor(process.pid)
    while process.poll() is None:
        waited = max(waited, _waited_for_a_processor(process.pid) - before)
        assert time.monotonic() - begun < HANGING, "it does not end"
        time.sleep(0.02)
    ours = _waited_for_a_processor("self") - ours
    return process.returncode, time.monotonic() - begun - waited - ours


def _waited_for_a_processor(pid: int | str) -> float:
    """Seconds that the thread of the process that waited longest stood in the queue for a processor."""
    longest = 0.0
    for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):  # the thread, or the process, has ended
            longest = max(longest, int(thread.read_text().split()[1]) / 1e9)
    return longest


def end(process: subprocess.Popen[Any]) -> None:
    """Tell a process to stop, and wait for it; one that does not is killed, so that it troubles no other test."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()
