"""The naive reading of a placement: the checks in their order, the words, the points.

Half of the oracle in tests/support/naive.py, which plays whole matches with it. Brute force on purpose:
to find the words of a turn it scans every row and column of the whole board. It shares nothing with
`game.dispatch`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from tests.support.types import certain

LETTER_FACTOR = {"d": 2, "t": 3}
WORD_FACTOR = {"D": 2, "T": 3, "*": 2}


@dataclass
class Cell:
    """One square. `tile` is its letter as shown, lower case for a blank; None for no tile."""

    bonus: str = "."
    tile: str | None = None
    alfa: bool = False
    fortify: int = 0
    claim: int | None = None
    dead: bool = False


Cells = dict[tuple[int, int], Cell]


class Words(Protocol):
    """Something that says of each word whether it is one."""

    def __contains__(self, word: str, /) -> bool: ...


def empty_board(rows: Sequence[str]) -> Cells:
    """Cells of a board given as rows of bonus marks."""
    return {(r, c): Cell(bonus=mark) for r, row in enumerate(rows) for c, mark in enumerate(row)}


def side(cells: Cells) -> int:
    """Length of the (square) board's side."""
    return max(r for r, _ in cells) + 1


def neighbours(r: int, c: int) -> list[tuple[int, int]]:
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


@dataclass
class Laid:
    """A tile of a placement, taken apart. `letter` is None when a blank names no letter of the alphabet."""

    at: tuple[int, int]
    held: str  # what must be in the hand: "A", "?", "A*" or "?*"
    letter: str | None
    blank: bool
    alfa: bool  # plays as an Alfa tile (not merely marked as one)


def take_apart(cells: Cells, tiles: Sequence[Any], alphabet: str, settings: dict[str, Any]) -> list[Laid]:
    """Read the record's [row, col, tile] triples; at the limit of Alfa cells an Alfa tile plays as plain."""
    limit = settings["alfa_on_board"]
    alfa_cells = sum(cell.alfa for cell in cells.values())
    laid = []
    for r, c, tile in tiles:
        marked = tile.endswith("*")
        face = tile[:-1] if marked else tile
        blank = face == "?" or face.islower()
        if blank:
            letter = next((x for x in alphabet if x.lower() == face), None)
        else:
            letter = face
        alfa = marked and (limit is None or alfa_cells < limit)
        alfa_cells += alfa
        held = ("?" if blank else face) + ("*" if marked else "")
        laid.append(Laid((r, c), held, letter, blank, alfa))
    return laid


def geometry_fault(
    cells: Cells, hand: Sequence[str], laid: list[Laid], settings: dict[str, Any], seat: int, begun: bool
) -> str | None:
    """The first of the checks before the words that fails. Each looks at all tiles before the next begins."""
    return (
        tile_fault(cells, hand, laid)
        or cell_fault(cells, laid, settings, seat)
        or line_fault(cells, laid)
        or link_fault(cells, laid, settings, begun)
    )


def tile_fault(cells: Cells, hand: Sequence[str], laid: list[Laid]) -> str | None:
    if not laid:
        return "no_tiles"
    if Counter(t.held for t in laid) - Counter(hand):
        return "not_in_hand"
    if any(t.at not in cells for t in laid):
        return "off_board"
    if len({t.at for t in laid}) < len(laid):
        return "same_cell"
    if any(t.letter is None for t in laid):
        return "blank_letter"
    return None


def cell_fault(cells: Cells, laid: list[Laid], settings: dict[str, Any], seat: int) -> str | None:
    if any(cells[t.at].dead for t in laid):
        return "dead"
    if any(cells[t.at].claim == 1 - seat for t in laid):
        return "claimed"
    if any(cells[t.at].alfa for t in laid):
        return "alfa_cell"
    for t in laid:
        if cells[t.at].tile is not None and not (t.alfa and settings["alfa_replace"]):
            return "occupied"
    return None


def line_fault(cells: Cells, laid: list[Laid]) -> str | None:
    plain = sorted(t.at for t in laid if not t.alfa)
    if not plain:
        return None
    if len({r for r, _ in plain}) > 1 and len({c for _, c in plain}) > 1:
        return "not_in_line"
    (r1, c1), (r2, c2) = plain[0], plain[-1]
    for r in range(r1, r2 + 1):
        for c in range(c1, c2 + 1):
            if cells[r, c].tile is None and (r, c) not in {t.at for t in laid}:
                return "gap"
    return None


def link_fault(cells: Cells, laid: list[Laid], settings: dict[str, Any], begun: bool) -> str | None:
    if any(t.alfa for t in laid) and settings["alfa_free_placement"]:
        return None
    if not begun:
        centre = (side(cells) // 2,) * 2
        return None if any(t.at == centre for t in laid) else "must_cross_center"
    before = {at for at, cell in cells.items() if cell.tile is not None}
    if not before:
        return None  # blasts have emptied the board
    touching = any(t.at in before or any(n in before for n in neighbours(*t.at)) for t in laid)
    return None if touching else "not_connected"


def with_tiles(cells: Cells, laid: list[Laid]) -> Cells:
    """The board with the tiles laid on it; the board given stays as it is."""
    after = dict(cells)
    for t in laid:
        shown = certain(t.letter).lower() if t.blank else t.letter
        if t.alfa:
            after[t.at] = Cell(tile=shown, alfa=True)
        else:
            after[t.at] = replace(after[t.at], tile=shown, claim=None)
    return after


def all_runs(cells: Cells) -> list[list[tuple[int, int]]]:
    """Every run of two or more tiles on the board: across by first cell, then down by first cell."""
    size = side(cells)
    found: list[list[tuple[int, int]]] = []
    for direction in ("across", "down"):
        runs = []
        for line in range(size):
            run: list[tuple[int, int]] = []
            for step in range(size + 1):
                at = (line, step) if direction == "across" else (step, line)
                if at in cells and cells[at].tile is not None:
                    run.append(at)
                    continue
                if len(run) >= 2:
                    runs.append(run)
                run = []
        found += sorted(runs, key=lambda run: run[0])
    return found


def points_of(
    cells: Cells, run: list[tuple[int, int]], fresh: set[Any], values: dict[str, int], settings: dict[str, Any]
) -> int:
    """What a word earns; `fresh` are the cells laid this turn."""
    total, factor = 0, 1
    for at in run:
        cell = cells[at]
        worth = (0 if (tile := certain(cell.tile)).islower() else values[tile]) + cell.fortify
        if at in fresh and not cell.alfa:
            worth *= LETTER_FACTOR.get(cell.bonus, 1)
            factor *= WORD_FACTOR.get(cell.bonus, 1)
        if cell.alfa and (at in fresh or settings["alfa_permanent"]):
            factor *= settings["alfa_multiplier"]
        total += worth
    return total * factor


@dataclass
class Verdict:
    code: str | None
    words: list[Any]  # [word, points], empty when refused
    total: int
    rejected: list[str]
    laid: list[Laid]
    after: Cells | None  # the board with the tiles on it, when accepted


def judge(
    cells: Cells,
    hand: Sequence[str],
    tiles: Sequence[Any],
    *,
    words: Words,
    settings: dict[str, Any],
    values: dict[str, int],
    alphabet: str,
    seat: int,
    begun: bool,
) -> Verdict:
    """All checks of a placement in order, and its score."""
    laid = take_apart(cells, tiles, alphabet, settings)
    code = geometry_fault(cells, hand, laid, settings, seat, begun)
    if code is not None:
        return Verdict(code, [], 0, [], laid, None)
    after = with_tiles(cells, laid)
    fresh = {t.at for t in laid}
    runs = [run for run in all_runs(after) if fresh & set(run)]
    in_a_word = {at for run in runs for at in run}
    if not runs or any(not t.alfa and t.at not in in_a_word for t in laid):
        return Verdict("no_word", [], 0, [], laid, None)
    spelt = [("".join(certain(after[at].tile) for at in run).upper(), run) for run in runs]
    rejected = [word for word, _ in spelt if word not in words]
    if rejected:
        return Verdict("invalid_words", [], 0, rejected, laid, None)
    scored: list[list[Any]] = [[word, points_of(after, run, fresh, values, settings)] for word, run in spelt]
    return Verdict(None, scored, sum(points for _, points in scored), [], laid, after)
