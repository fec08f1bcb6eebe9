"""A second reading and scoring of Alfapet's words, written from the rules page alone and as plainly as possible.

Lines are texts, words are found in them by a pattern, and only reading across is written: what goes down is read from
the board turned over its diagonal, with every arrow turned too. It shares nothing with the engine.
"""

import re
from collections.abc import Mapping, Set
from typing import TypeVar

from tests.support.types import certain

Square = tuple[int, int]
Path = list[Square]
Found = tuple[Path, Square | None]  # and its corner, if it has one
T = TypeVar("T")

TURNED = {"across": "down", "down": "across"}
FACTORS = {"d": (2, 1), "t": (3, 1), "q": (4, 1), "m": (-2, 1), "D": (1, 2), "T": (1, 3), "Q": (1, 4)}


def words(
    letters: Mapping[Square, str], arrows: Mapping[Square, str], size: int, laid: Set[Square]
) -> list[tuple[str, Path]]:
    """[text, path] of every word with a laid letter, in the order of the rules. `letters` and `arrows` are by (row,
    col)."""
    found = _begins_across(letters, arrows, size)
    turned = _begins_across(_turn(letters), {at: TURNED[way] for at, way in _turn(arrows).items()}, size)
    found = sorted(found, key=_order)
    down = sorted(((path_of(path), corner and corner[::-1]) for path, corner in turned), key=_order)
    return [("".join(letters[at] for at in path), path) for path, _ in [*found, *down] if not laid.isdisjoint(path)]


def points(path: Path, values: Mapping[Square, int], marks: Mapping[Square, str], laid: Set[Square]) -> int:
    """What one word is worth."""
    total, factor = 0, 1
    for at in path:
        letter, word = FACTORS.get(marks.get(at, "."), (1, 1)) if at in laid else (1, 1)
        total += values.get(at, 0) * letter
        factor *= word
    return total * factor


def path_of(path: Path) -> Path:
    """A path turned back over the diagonal."""
    return [(col, row) for row, col in path]


def _turn(by_cell: Mapping[Square, T]) -> dict[Square, T]:
    return {(col, row): what for (row, col), what in by_cell.items()}


def _order(found: Found) -> tuple[Square, bool, tuple[int, ...]]:
    path, corner = found
    return path[0], corner is not None, corner or ()


def _begins_across(letters: Mapping[Square, str], arrows: Mapping[Square, str], size: int) -> list[Found]:
    """(path, corner) of the straight words across, and of the bent ones that come across and go on down."""
    found: list[Found] = []
    for row in range(size):
        line = "".join("x" if (row, col) in letters else " " for col in range(size))
        for run in re.finditer("xx+", line):
            path = [(row, col) for col in range(*run.span())]
            if arrows.get(path[0]) != "across" and arrows.get(path[-1]) != "down":
                found.append((path, None))
    for (row, col), way in arrows.items():
        if way != "down":
            continue
        before = certain(re.search("x*$", "".join("x" if (row, c) in letters else " " for c in range(col)))).group()
        after = certain(
            re.match("x*", "".join("x" if (r, col) in letters else " " for r in range(row + 1, size)))
        ).group()
        path = [(row, col - len(before) + i) for i in range(len(before))]
        path += [(row, col)] + [(row + 1 + i, col) for i in range(len(after))]
        found.append((path, (row, col)))
    return found
