"""Runs and how they are read: two or more letters in neighbouring cells of a row or column, as far as they go (K5)."""

from collections.abc import Mapping
from typing import NamedTuple

from game.kernel.setting_types import Ruleset
from game.variants.keebble.rules.board import COLUMNS, ROWS, Board
from game.variants.keebble.rules.settings import DOWN, LEFT, RIGHT, UP, is_read


class Run(NamedTuple):
    """Whether it goes `downwards`, and its cells from the left or top. Runs sort in the order in which they are
    listed."""

    downwards: bool
    cells: tuple[int, ...]


class Reading(NamedTuple):
    """A run read one way: its letters, and its cells in the order of reading."""

    text: str
    cells: tuple[int, ...]


def runs_of(board: Board) -> Mapping[Run, str]:
    """Every run with its letters, in order. A wall, a cell without letter and the rim end a run."""
    found = {}
    for downwards, lines in ((False, ROWS), (True, COLUMNS)):
        for line in lines:
            for cells in _in_line(board, line):
                found[Run(downwards, cells)] = "".join(board.cells[index].letter for index in cells)
    return {run: found[run] for run in sorted(found)}


def _in_line(board: Board, line: tuple[int, ...]) -> list[tuple[int, ...]]:
    runs: list[list[int]] = [[]]
    for index in line:
        run = runs[-1]
        if run and not (board.cells[index].letter and board.linked(run[-1], index)):
            runs.append([])
        if board.cells[index].letter:
            runs[-1].append(index)
    return [tuple(run) for run in runs if len(run) > 1]


def new_runs(before: Board, after: Board) -> Mapping[Run, str]:
    """The runs that were not there before, of just these cells with just these letters."""
    if before == after:
        return {}
    known = runs_of(before)
    return {run: text for run, text in runs_of(after).items() if known.get(run) != text}


def readings_of(rules: Ruleset, run: Run, text: str) -> tuple[Reading, ...]:
    """The ways in which words are read, right or down before left or up; what reads the same both ways, once."""
    ahead, back = (DOWN, UP) if run.downwards else (RIGHT, LEFT)
    readings = []
    if is_read(rules, ahead):
        readings.append(Reading(text, run.cells))
    if is_read(rules, back) and not (readings and text == text[::-1]):
        readings.append(Reading(text[::-1], run.cells[::-1]))
    return tuple(readings)
