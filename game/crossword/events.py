"""The events of tiles, in any game that has them. Kinds are of the kernel's list."""

from collections.abc import Sequence

from game.crossword.tiles import Tile
from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind


def tiles_drawn(seat: Seat, tiles: Sequence[Tile]) -> Event:
    """The hand was refilled."""
    return Event(Kind.TILES_DRAWN, seat, {"count": len(tiles)}, {"tiles": list(tiles)})


def tiles_swapped(seat: Seat, gave: Sequence[Tile], got: Sequence[Tile]) -> Event:
    """Tiles of the hand were changed for as many of the bag."""
    return Event(Kind.TILES_SWAPPED, seat, {"count": len(gave)}, {"gave": list(gave), "got": list(got)})


def attempt_failed(seat: Seat, rejected: Sequence[str]) -> Event:
    """Words that are not in the list, one that is made twice twice; that costs nothing and ends nothing."""
    return Event(Kind.ATTEMPT_FAILED, seat, {}, {"rejected": list(rejected)})
