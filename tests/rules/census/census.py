"""Counts all placements of a position: how many are legal, how many fail for their words, what they score in all.

Every placement of up to so many tiles of the hand on any squares is judged by the engine, and the counts are pinned by
the tests. The second engine of tests/support must say the same of each: code, words and points. In the plain run it is
asked about those that may lie, have words or not, and of all others about one in so many.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from game.crossword.tiles import Placed, is_alfa, read_placed
from game.kernel.refusals import Refused
from game.variants.alfapower.rules.placement import examine
from game.variants.alfapower.rules.scoring import score_words, turn_score
from game.variants.alfapower.rules.state import MatchState
from tests.support.naive import check_placement
from tests.support.naive_position import cells_of
from tests.support.run_length import tries

WORDS = frozenset(["AT", "TA", "EAT", "TEA", "ATE", "ETA", "SEA", "SEAT", "TEAS", "AS"])
ONE_IN = tries(13, 1)
"""Of the refused placements the second engine judges one in so many."""
BLANK_AS = "AT"
"""The letters that blanks are tried as."""


class Census(NamedTuple):
    """What a position holds: accepted placements, failed attempts, all others, and the points of the accepted."""

    legal: int
    failed: int
    refused: int
    points: int


@dataclass(frozen=True)
class Count:
    """A census with how often each code was given."""

    census: Census
    codes: Counter[str | None]


@cache
def placed(row: int, col: int, token: str) -> Placed:
    found = read_placed(row, col, token, "en")
    assert found is not None
    return found


def placements(size: int, hand: Sequence[str], most: int, in_any_order: bool) -> Iterator[list[Placed]]:
    """Up to `most` tiles of the hand on different squares, in reading order; `in_any_order`: Alfa tiles in every."""
    squares = list(product(range(size), repeat=2))
    for count in range(1, most + 1):
        rows = sorted({tokens for tiles in set(permutations(hand, count)) for tokens in _blanks_named(tiles)})
        for where in combinations(squares, count):
            for tokens in rows:
                tiles = [placed(row, col, token) for (row, col), token in zip(where, tokens, strict=True)]
                if in_any_order and sum(is_alfa(tile.tile) for tile in tiles) > 1:
                    yield from map(list, permutations(tiles))
                else:
                    yield tiles


def _blanks_named(tiles: Sequence[str]) -> Iterator[tuple[str, ...]]:
    options = [[letter.lower() + tile[1:] for letter in BLANK_AS] if tile[0] == "?" else [tile] for tile in tiles]
    return product(*options)


def by_engine(state: MatchState, tiles: Sequence[Placed]) -> tuple[str | None, list[list[Any]], int]:
    """The engine's verdict: (code or None, [[word, points], …], score)."""
    try:
        placement = examine(state, state.active, tiles)
    except Refused as refused:
        return refused.code.value, [], 0
    words = score_words(state.board, state.rules, placement)
    if any(word.text not in WORDS for word in words):
        return "invalid_words", [], 0
    return None, [[word.text, word.points] for word in words], turn_score(words)


def take(state: MatchState, most: int, **settings: object) -> Count:
    """The census of a position; `settings` are those it was made with."""
    hand, seat = state.players[state.active].hand, state.active
    cells, values = cells_of(state.board), dict(state.tileset.values)
    any_order = state.rules.limit("alfa_on_board") is not None
    codes: Counter[str | None] = Counter()
    points = 0
    for number, tiles in enumerate(placements(state.board.size, hand, most, any_order)):
        ours = by_engine(state, tiles)
        codes[ours[0]] += 1
        points += ours[2]
        if ours[0] not in (None, "invalid_words") and number % ONE_IN:
            continue
        tokens = [[tile.row, tile.col, _token(tile)] for tile in tiles]
        theirs = check_placement(
            cells, hand, tokens, words=WORDS, settings=settings, values=values, seat=seat, begun=state.opened
        )
        assert ours == theirs, f"{tokens}: engine {ours}, naive {theirs}"
    refused = codes.total() - codes[None] - codes["invalid_words"]
    return Count(Census(codes[None], codes["invalid_words"], refused, points), codes)


def _token(tile: Placed) -> str:
    return (tile.named.lower() or tile.tile[0]) + tile.tile[1:]
