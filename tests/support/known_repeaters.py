"""Which tests may be tried again: those of tests/known_repeaters.txt, with the cause and the date it was written."""

from pathlib import Path
from typing import NamedTuple

import pytest

FILE = Path(__file__).resolve().parents[1] / "known_repeaters.txt"


class Repeater(NamedTuple):
    """A line of the file; `test` is what pytest calls it, without the values of its parameters."""

    test: str
    cause: str
    date: str


def known() -> list[Repeater]:
    """The lines of the file. ValueError where one has not three parts."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    parts = [[part.strip() for part in line.split("|")] for line in lines if line and not line.startswith("#")]
    return [Repeater(*part) for part in parts]


def mark(items: list[pytest.Item]) -> None:
    """Give the known ones two more tries, and no others."""
    again = {repeater.test for repeater in known()}
    for item in items:
        if item.nodeid.partition("[")[0] in again:
            item.add_marker(pytest.mark.flaky(reruns=2))
