"""I30: every tile is as likely to come first as last. Fixed seeds, so the verdict is the same every time."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Any

import pytest

from game.crossword.tiles import ALPHABETS, TileSet
from game.dispatch.new_match import new_match, read_rules
from game.kernel.chance import FairChance, draw, seat_order
from game.kernel.match import Env
from game.variants.alfapower.rules.items import ITEMS
from tests.support.run_length import tries

SEEDS = tries(2_000, 6_000)
LETTERS = ALPHABETS["en"][:20]
ONE_IN_A_THOUSAND = 3.0902
"""The normal deviate that is passed with probability 0.001."""


def seed(number: int) -> bytes:
    return hashlib.sha256(f"uniform {number}".encode()).digest()


def critical(freedom: int) -> float:
    """The value that chi-square with so many degrees of freedom passes with probability 0.001 (Wilson–Hilferty)."""
    return freedom * (1 - 2 / (9 * freedom) + ONE_IN_A_THOUSAND * sqrt(2 / (9 * freedom))) ** 3


def chi_square(counts: Counter[Any], cells: int) -> float:
    """Over `cells` cells that should be equally full."""
    expected = counts.total() / cells
    return sum(count * count for count in counts.values()) / expected - counts.total()


def of_drawings(chance: type[FairChance]) -> float:
    """Chi-square of which letter comes in which place when whole bags are drawn, over what it may be."""
    counts = Counter[tuple[int, str]]()
    for number in range(SEEDS):
        drawn, left, _ = draw(tuple(LETTERS), len(LETTERS), 1, chance(seed(number)))
        assert not left
        counts.update(enumerate(drawn))
    return chi_square(counts, len(LETTERS) ** 2) / critical((len(LETTERS) - 1) ** 2)


def test_the_critical_value_is_the_one_in_the_tables() -> None:
    assert critical(10) == pytest.approx(29.6, rel=0.01)
    assert critical(100) == pytest.approx(149.4, rel=0.01)


def test_every_tile_comes_in_every_place_of_the_drawing() -> None:
    assert of_drawings(FairChance) < 1


def test_the_deal_favours_no_seat_and_a_swap_no_tile() -> None:
    rules = read_rules("alfapower", {})
    tiles = TileSet(dict.fromkeys(LETTERS, 1), dict.fromkeys(LETTERS, 1))
    dealt, swapped = Counter[tuple[int, str]](), Counter[int]()
    for number in range(SEEDS):
        chance = FairChance(seed(number))
        state = new_match(rules, chance, 0, tileset=tiles).state
        dealt.update((seat, tile) for seat, player in enumerate(state.players) for tile in player.hand)
        state = state.put_player(0, replace(state.players[0], coins=0, slots=("swap",)))
        rank = {tile: place for place, tile in enumerate(state.bag)}
        after, _ = ITEMS["swap"].use(state, 0, None, state.players[0].hand[:3], Env(0, frozenset(), chance))
        swapped.update(rank[tile] for tile in after.players[0].hand[4:])
    assert chi_square(dealt, 2 * len(LETTERS)) < critical(2 * len(LETTERS) - 1)
    assert chi_square(swapped, len(LETTERS) - 14) < critical(len(LETTERS) - 15)


def test_the_lot_for_the_first_seat_is_fair() -> None:
    lots = Counter(seat_order(seed(number), ("Ann", "Bo")) for number in range(SEEDS))
    assert chi_square(lots, 2) < critical(1)


def test_a_crooked_bag_is_noticed() -> None:
    assert of_drawings(LeavesTheLast) > 1


class LeavesTheLast(FairChance):
    """Takes the last tile of the bag a little too seldom."""

    def pick(self, bag: Sequence[str], number: int) -> int:
        place = super().pick(bag, number)
        return place if place < len(bag) - 1 or number % 7 else 0
