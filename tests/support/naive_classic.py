"""Classic read naively: the checks of a placement, its words and its points, by looking over the whole board each time.

A second reading of the rules page that shares nothing with `game`: the board is a dict of (row, column) to the letter
as it is written, small for a blank.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

SIZE = 15
CENTRE = (7, 7)
ENGLISH = {
    **dict.fromkeys("AEILNORSTU", 1), **dict.fromkeys("DG", 2), **dict.fromkeys("BCMP", 3),
    **dict.fromkeys("FHVWY", 4), "K": 5, **dict.fromkeys("JX", 8), **dict.fromkeys("QZ", 10),
}  # fmt: skip
LETTER = {"d": 2, "t": 3}
WORD = {"D": 2, "T": 3, "*": 2}

Square = tuple[int, int]
Tiles = Sequence[Sequence[Any]]


def fault(board: Mapping[Square, str], hand: str, tiles: Tiles) -> str | None:
    """The code of the first check of the rules page that fails, before the words are looked up."""
    need = Counter("?" if token.islower() or token == "?" else token for _, _, token in tiles)
    at = [(row, col) for row, col, _ in tiles]
    lines = len({row for row, _ in at}) == 1 or len({col for _, col in at}) == 1
    whole = {**board, **{(row, col): token for row, col, token in tiles}}
    near = {(r + dr, c + dc) for r, c in at for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    checks = {
        "no_tiles": not tiles,
        "not_in_hand": any(Counter(hand)[tile] < count for tile, count in need.items()),
        "off_board": any(not (0 <= row < SIZE and 0 <= col < SIZE) for row, col in at),
        "same_cell": len(set(at)) < len(at),
        "blank_letter": any(token == "?" for _, _, token in tiles),
        "occupied": any(square in board for square in at),
        "not_in_line": not lines,
        "gap": any(square not in whole for square in _between(at)),
        "must_cross_center": not board and CENTRE not in at,
        "not_connected": bool(board) and not near & board.keys(),
        "no_word": not words(board, tiles),
    }
    return next((code for code, fails in checks.items() if fails), None)


def _between(at: Sequence[Square]) -> list[Square]:
    rows, cols = sorted(row for row, _ in at), sorted(col for _, col in at)
    return [(r, c) for r in range(rows[0], rows[-1] + 1) for c in range(cols[0], cols[-1] + 1)] if at else []


def words(board: Mapping[Square, str], tiles: Tiles) -> list[list[Square]]:
    """The squares of each word that the tiles make: across by row and column of the first letter, then down."""
    new = {(row, col) for row, col, _ in tiles}
    full = {*board, *new}
    found = []
    for dr, dc in ((0, 1), (1, 0)):
        for row in range(SIZE):
            for col in range(SIZE):
                run: list[Square] = []
                while (row + len(run) * dr, col + len(run) * dc) in full:
                    run.append((row + len(run) * dr, col + len(run) * dc))
                begins = (row - dr, col - dc) not in full
                if begins and len(run) > 1 and new & set(run):
                    found.append(run)
    return found


def worth(board: Mapping[Square, str], layout: Sequence[str], tiles: Tiles, bonus: int) -> tuple[list[Any], int]:
    """([word, points] of each word, the score of the turn) of tiles that may lie."""
    new = {(row, col): token for row, col, token in tiles}
    whole = {**board, **new}
    scored: list[list[Any]] = []
    for run in words(board, tiles):
        points, factor = 0, 1
        for row, col in run:
            value = ENGLISH.get(whole[row, col], 0)  # a blank is a small letter
            mark = layout[row][col] if (row, col) in new else "."
            points += value * LETTER.get(mark, 1)
            factor *= WORD.get(mark, 1)
        scored.append(["".join(whole[square] for square in run).upper(), points * factor])
    return scored, sum(points for _, points in scored) + (bonus if len(tiles) == 7 else 0)
