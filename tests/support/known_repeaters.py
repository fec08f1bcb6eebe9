"""Which tests may be tried again: those of tests/known_repeaters.txt, with the cause and the date it was written."""

from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

FILE = Path(__file__).resolve().parents[1] / "known_repeaters.txt"
MOST = 3


class Repeater(NamedTuple):
    """A line of the file; `test` is what pytest calls it, without the values of its parameters."""

    test: str
    cause: str
    date: str


def known() -> list[Repeater]:
    """The lines of the file. ValueError where there are too many, or one has not its three parts."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    found = [_read(line) for line in lines if line and not line.startswith("#")]
    if len(found) > MOST:
        raise ValueError(f"{FILE.name}: {len(found)} tests may be tried again, and {MOST} at the most should.")
    return found


def _read(line: str) -> Repeater:
    parts = [part.strip() for part in line.split("|")]
    try:
        date.fromisoformat(parts[-1])
    except ValueError:
        parts = []
    if len(parts) != len(Repeater._fields) or not all(parts):
        raise ValueError(f"{FILE.name}: not “test | cause | date”: {line}")
    return Repeater(*parts)


def mark(items: list[pytest.Item]) -> None:
    """Give the known ones two more tries, and no others."""
    again = {repeater.test for repeater in known()}
    for item in items:
        if item.nodeid.partition("[")[0] in again:
            item.add_marker(pytest.mark.flaky(reruns=2))
