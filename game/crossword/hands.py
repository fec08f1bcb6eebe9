"""What a viewer may see of hands and bag, in games whose tiles are letters, blanks and a game's own."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from game.crossword.tiles import BLANK, Tile, TileSet
from game.kernel.base_types import Seat


@dataclass(frozen=True, slots=True)
class HandTile:
    """A tile in a hand. `letter` is "" for a blank and for what is no letter, `value` its face value, `tile` the
    record's token."""

    tile: Tile
    letter: str
    value: int


def hand_tiles(tileset: TileSet, tiles: Sequence[Tile], no_letters: Sequence[Tile] = (BLANK,)) -> tuple[HandTile, ...]:
    """Tiles of a hand as they are drawn, for those who may see them."""
    return tuple(HandTile(tile, "" if tile in no_letters else tile, tileset.value(tile)) for tile in tiles)


def unseen(
    tileset: TileSet, bag: Sequence[Tile], hands: Sequence[Sequence[Tile]], viewer: Seat | None
) -> tuple[tuple[str, int], ...]:
    """The tiles that the viewer cannot see: each kind in the bag and in the hands (by seat) of the others together, in
    the order of the tile set."""
    count = Counter(bag)
    for seat, hand in enumerate(hands):
        if seat != viewer:
            count.update(hand)
    return tuple((tile, count[tile]) for tile in tileset.letters)
