"""Chance that a test knows beforehand."""

from collections.abc import Sequence


class FirstTile:
    """Takes the first tile of the sorted bag each time, the first of equals, the first entry of every list; and counts
    how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def pick(self, bag: Sequence[str], number: int) -> int:
        self.asked += 1
        return 0


class LastTile:
    """Takes the last one."""

    def pick(self, bag: Sequence[str], number: int) -> int:
        return len(bag) - 1
