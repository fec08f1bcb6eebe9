"""Evaluate the tiles that stay in the rack, in final points."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bots.engine.kept_tiles import goes_on, keeping
from bots.rules import BLANK
from game.variants.alfapet.bot.rules import ARROW, BLACK, SPECIALS, MatchState, Tile

KEPT = {ARROW: (3.0, -2.0), BLACK: (2.0, -3.0)}
"""What the first arrow or black tile and each further one bring later, for those who lay them: they fill a rack that
is laid at once."""

IN_THE_WAY = -2.0
"""What tiles that one never lays cost, times the square of how many there are."""


class Letter(NamedTuple):
    """A letter tile that is kept; "" for a blank."""

    letter: str
    value: int


def kept_worth(state: MatchState, bag: int, left: Iterable[Tile], specials: bool) -> float:
    """How well a rack goes on with these tiles, for a level that lays `specials`, or one that does not."""
    left = tuple(left)
    letters = [
        Letter("" if tile == BLANK else tile, state.tileset.value(tile)) for tile in left if tile not in SPECIALS
    ]
    worth = keeping(bag, letters)
    if not specials:
        return worth + IN_THE_WAY * (len(left) - len(letters)) ** 2 * goes_on(bag)
    for tile, (first, further) in KEPT.items():
        count = left.count(tile)
        worth += (first + further * (count - 1)) * goes_on(bag) if count else 0.0
    return worth


def value_of(state: MatchState, tiles: Sequence[Tile]) -> int:
    """What tiles that are left over count."""
    return sum(state.tileset.value(tile) for tile in tiles)
