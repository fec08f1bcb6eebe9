"""The view of hands and bag, in games whose tiles are letters, blanks and a game's own."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from game.crossword.hand_state import HandState
from game.crossword.tiles import BLANK, Tile, TileSet
from game.kernel.base_types import Seat
from game.kernel.public_view import OnlookersView
from game.kernel.view import CoreView


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


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView(CoreView):
    """A view of a match with hands: how many tiles the `bag` has, the viewer's own `hand`, the tiles the viewer cannot
    see (`unseen`), and all `hands` once they are open."""

    size: int
    bag: int
    hand: tuple[HandTile, ...]
    unseen: tuple[tuple[str, int], ...]
    hands: tuple[tuple[HandTile, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlookersHandView(OnlookersView):
    """An onlooker's view of a match with hands: how many tiles the `bag` has, and what lies in it and in the hands
    together (`unseen`)."""

    size: int
    bag: int
    unseen: tuple[tuple[str, int], ...]


class BagFields(TypedDict):
    """What everybody may see of hands and bag."""

    bag: int
    unseen: tuple[tuple[str, int], ...]


def bag_fields(state: HandState) -> BagFields:
    """How many tiles the bag has, and what lies in it and in the hands together."""
    hands = [player.hand for player in state.players]
    return {"bag": len(state.bag), "unseen": unseen(state.tileset, state.bag, hands, None)}


class HandFields(TypedDict):
    """What of it is alike in every game with hands."""

    bag: int
    hand: tuple[HandTile, ...]
    unseen: tuple[tuple[str, int], ...]
    hands: tuple[tuple[HandTile, ...], ...]


def hand_fields(state: HandState, viewer: Seat | None, no_letters: Sequence[Tile] = (BLANK,)) -> HandFields:
    """What a viewer may see of hands and bag: the viewer's own hand, and all once the match is over."""
    return {
        "bag": len(state.bag),
        "hand": hand_tiles(state.tileset, state.players[viewer].hand, no_letters) if viewer is not None else (),
        "unseen": unseen(state.tileset, state.bag, [player.hand for player in state.players], viewer),
        "hands": open_hands(state, no_letters) if state.over else (),
    }


def open_hands(state: HandState, no_letters: Sequence[Tile] = (BLANK,)) -> tuple[tuple[HandTile, ...], ...]:
    """Every hand, for those who may see all."""
    return tuple(hand_tiles(state.tileset, player.hand, no_letters) for player in state.players)
