"""Boards for the tests of own boards."""

from game.crossword.layouts import standard_layout

STANDARD = list(standard_layout(15, blank=False))
SMALL = list(standard_layout(11, blank=False))
PLAIN = ["." * 11] * 11


def with_row(number: int, row: str) -> list[str]:
    """The small board with another row."""
    return [*SMALL[:number], row, *SMALL[number + 1 :]]
