"""The placement census: every way to lay some tiles on a tiny board, counted by the engine and by the naive one.

Our perft. For each position all placements of every part of the hand are tried: each tile on each cell, blanks as
every letter of the lexicon. The counts by code and the sum of the scores are pinned.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest

from game.crossword.tiles import read_placed
from game.kernel.refusals import Refused
from game.variants.alfapower.placement import examine
from game.variants.alfapower.scoring import score_words, turn_score
from tests.support.naive import check_placement
from tests.support.naive_board import Cell, Cells
from tests.support.text_boards import rows_of, scene, tiles_of

LEXICON = {"AT", "TA", "CAT", "ACT", "ACTS", "CATS", "SAT", "TAT", "AS", "TACT"}
LETTERS = sorted(set("".join(LEXICON)))

POSITIONS = {
    "the first word": {"board": "..... ..... ..... ..... .....", "hand": "CAT"},
    "a blank": {"board": "..... ..... .CAT. ..... .....", "hand": "S?"},
    "bonus cells": {"board": "..... ..... .CAT. ..... .....", "bonuses": "d.t.D .T..d t.*.T .d..t D.T.d",
                    "hand": "SAT"},
    "dead and claimed": {
        "board": "..#.. ..... .CAT. ...#. .....", "hand": "AST", "claims": {(1, 1): 1, (2, 4): 0, (3, 2): 1},
    },
    "an Alfa tile": {"board": "..... ..... .CAT. ..... .....", "bonuses": "..... ..... .A... ..... ....T",
                     "hand": "S*AT"},
    "an Alfa tile that is bound": {
        "board": "..... ..... .CAT. ..... .....", "hand": "S*AT", "fortified": {(2, 2): 2},
        "alfa_free_placement": False, "alfa_replace": False,
    },
    "two Alfa tiles, room for one": {"board": "..... .T... .A... ..... .....", "hand": "C*?*", "alfa_on_board": 1},
    "a spent Alfa cell": {
        "board": "..... ..... .CAT. ..... .....", "bonuses": "..... ..... ..A.. ..... .....", "hand": "TAS",
        "alfa_permanent": False, "alfa_multiplier": 5,
    },
    "an emptied board": {"board": "..#.. ..... ..#.. ..... #....", "hand": "TAT", "opened": True},
}  # fmt: skip

PINNED: dict[str, tuple[dict[str, int], int]] = {  # how many of each code; the sum of the scores
    "the first word": (
        {"gap": 780, "invalid_words": 40, "legal": 20, "must_cross_center": 432, "no_word": 3, "not_in_line": 14400},
        152,
    ),
    "a blank": (
        {"gap": 360, "invalid_words": 203, "legal": 13, "not_connected": 166, "not_in_line": 1216, "occupied": 567},
        33,
    ),
    "bonus cells": (
        {"gap": 558, "invalid_words": 242, "legal": 22, "not_connected": 150, "not_in_line": 9720, "occupied": 4983},
        191,
    ),
    "dead and claimed": (
        {
            "claimed": 2910,
            "dead": 3462,
            "gap": 384,
            "invalid_words": 106,
            "legal": 11,
            "not_connected": 117,
            "not_in_line": 5250,
            "occupied": 3435,
        },
        52,
    ),
    "an Alfa tile": (
        {
            "alfa_cell": 1803,
            "gap": 2022,
            "invalid_words": 1573,
            "legal": 485,
            "no_word": 582,
            "not_connected": 52,
            "not_in_line": 6992,
            "occupied": 2166,
        },
        2607,
    ),
    "an Alfa tile that is bound": (
        {
            "gap": 1842,
            "invalid_words": 1325,
            "legal": 215,
            "no_word": 196,
            "not_connected": 730,
            "not_in_line": 6384,
            "occupied": 4983,
        },
        1612,
    ),
    "two Alfa tiles, room for one": ({"invalid_words": 717, "legal": 103, "no_word": 1513, "occupied": 192}, 195),
    "a spent Alfa cell": (
        {
            "alfa_cell": 1803,
            "gap": 558,
            "invalid_words": 242,
            "legal": 22,
            "not_connected": 150,
            "not_in_line": 9720,
            "occupied": 3180,
        },
        96,
    ),
    "an emptied board": (
        {"dead": 4983, "gap": 564, "invalid_words": 138, "legal": 162, "no_word": 66, "not_in_line": 9762},
        362,
    ),
}


def placements(hand: list[str], size: int) -> Iterator[list]:
    """Every placement of one or more tiles of the hand, in the order of the hand; blanks as every letter."""
    cells = list(product(range(size), repeat=2))
    for count in range(1, len(hand) + 1):
        for tiles in combinations(hand, count):
            faces = [[letter.lower() + tile[1:] for letter in LETTERS] if tile[0] == "?" else [tile] for tile in tiles]
            for places in permutations(cells, count):
                for shown in product(*faces):
                    yield [[r, c, tile] for (r, c), tile in zip(places, shown, strict=True)]


def naive_cells(board: str, bonuses: str = "", fortified=(), claims=()) -> Cells:
    rows = rows_of(board)
    marks = rows_of(bonuses) or ["".join("*" if (r, c) == (2, 2) else "." for c in range(5)) for r in range(5)]
    cells = {}
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            cells[r, c] = Cell(
                bonus="." if marks[r][c] == "A" else marks[r][c],
                tile=mark if mark not in ".#" else None,
                alfa=marks[r][c] == "A",
                fortify=dict(fortified).get((r, c), 0),
                claim=dict(claims).get((r, c)),
                dead=mark == "#",
            )
    return cells


def by_engine(position: dict) -> tuple[dict[str, int], int]:
    state = scene(**position)
    codes, total = Counter(), 0
    for tiles in placements(tiles_of(position["hand"]), 5):
        try:
            placement = examine(state, 0, [read_placed(r, c, tile, "en") for r, c, tile in tiles])
        except Refused as refused:
            codes[refused.code.value] += 1
            continue
        words = score_words(state.board, state.rules, placement)
        if all(word.text in LEXICON for word in words):
            codes["legal"] += 1
            total += turn_score(words)
        else:
            codes["invalid_words"] += 1
    return dict(codes), total


def by_naive(position: dict) -> tuple[dict[str, int], int]:
    drawn = {key: position[key] for key in ("board", "bonuses", "fortified", "claims") if key in position}
    settings = {key: value for key, value in position.items() if key.startswith("alfa_")}
    begun = position.get("opened", any(mark not in ".# " for mark in position["board"]))
    cells, hand = naive_cells(**drawn), tiles_of(position["hand"])
    codes, total = Counter(), 0
    for tiles in placements(hand, 5):
        code, _, score = check_placement(cells, hand, tiles, words=LEXICON, settings=settings, begun=begun)
        codes[code or "legal"] += 1
        total += score
    return dict(codes), total


@pytest.mark.parametrize("name", POSITIONS)
def test_census(name):
    engine, naive = by_engine(POSITIONS[name]), by_naive(POSITIONS[name])
    assert engine == naive
    assert engine == PINNED[name]
