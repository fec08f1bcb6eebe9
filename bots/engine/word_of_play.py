"""Reads the word that a play lays from the board."""

from bots.engine.plays import Play
from bots.engine.position import Position


def word_of(size: int, letters: str, position: Position, play: Play) -> tuple[str, int]:
    """The word along the play's line, of a single tile the longer of the two, and the square where it begins.
    `letters` is the alphabet in the graph's order."""
    lying = {cell: letters[number - 1] for cell, number in enumerate(position.letters.tolist()) if number}
    lying |= {laid.cell: letters[laid.letter - 1] for laid in play.tiles}
    cells = [laid.cell for laid in play.tiles]
    down = len({cell % size for cell in cells}) == 1
    across = len({cell // size for cell in cells}) == 1
    lines = [_line(cells[0], step, size) for step, fits in ((1, across), (size, down)) if fits]
    words = [_run(line, cells[0], lying) for line in lines]
    return max(words, key=lambda word: len(word[0]))


def _line(cell: int, step: int, size: int) -> list[int]:
    """The squares of the row (step 1) or the column through a square."""
    first = cell - cell % size if step == 1 else cell % size
    return [first + step * number for number in range(size)]


def _run(line: list[int], cell: int, lying: dict[int, str]) -> tuple[str, int]:
    """The letters that lie together around a square of a line, and where they begin."""
    first = last = line.index(cell)
    while first > 0 and line[first - 1] in lying:
        first -= 1
    while last + 1 < len(line) and line[last + 1] in lying:
        last += 1
    return "".join(lying[at] for at in line[first : last + 1]), line[first]
