"""Processes of this machine that belong to another one, told apart by what they were started as. Linux only."""

from collections.abc import Iterator
from pathlib import Path

PROCESSES = Path("/proc")


def descendants(of: int) -> Iterator[tuple[int, str]]:
    """The number and command line of whatever a process has started, and of whatever that has."""
    parents = {pid: parent for pid in _all() if (parent := _parent(pid))}
    for pid in sorted(parents):
        above = parents[pid]
        while above != of and above in parents:
            above = parents[above]
        if above == of:
            yield pid, command_of(pid)


def command_of(pid: int) -> str:
    """What it was started as; "" for one that has ended."""
    try:
        return (PROCESSES / str(pid) / "cmdline").read_text().replace("\0", " ").strip()
    except OSError:
        return ""


def _all() -> list[int]:
    return [int(entry.name) for entry in PROCESSES.iterdir() if entry.name.isdigit()]


def _parent(pid: int) -> int:
    try:
        return int((PROCESSES / str(pid) / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0
