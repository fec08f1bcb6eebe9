"""The view of hands and bag, in games whose tiles are letters, blanks and a game's own."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict, TypeVar

from game.crossword.hand_state import HandState
from game.crossword.tiles import BLANK, Tile, TileSet
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import away_left_ms
from game.kernel.events import LoggedStep
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
class PlayerView:
    """What is public of one player. `out` marks one who has left, and `away_left` is the time left to come back (ms) of
    one who is away, else None."""

    seat: Seat
    score: int
    hand_count: int
    passes: int
    timeouts: int
    out: bool
    away_left: Millis | None


def player_fields(state: HandState, seat: Seat, now: Millis) -> dict[str, Any]:
    """The fields of `PlayerView`."""
    player = state.players[seat]
    return {
        "seat": seat,
        "score": player.score,
        "hand_count": len(player.hand),
        "passes": player.passes,
        "timeouts": player.timeouts,
        "out": player.out is not None,
        "away_left": away_left_ms(state, seat, now),
    }


def player_views(state: HandState, now: Millis) -> tuple[PlayerView, ...]:
    """The players of a game that shows nothing else of them."""
    return tuple(PlayerView(**player_fields(state, seat, now)) for seat in range(len(state.players)))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView(CoreView):
    """A view of a match with hands: the board's `size`, whether a word lies on it (`opened`), how many tiles the `bag`
    has, the viewer's own `hand`, the tiles the viewer cannot see (`unseen`), and all `hands` once they are open."""

    size: int
    opened: bool
    bag: int
    hand: tuple[HandTile, ...]
    unseen: tuple[tuple[str, int], ...]
    hands: tuple[tuple[HandTile, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlookersHandView(OnlookersView):
    """An onlooker's view of a match with hands: the board as in `HandView`, how many tiles the `bag` has, and what lies
    in it and in the hands together (`unseen`)."""

    size: int
    opened: bool
    bag: int
    unseen: tuple[tuple[str, int], ...]


class BagFields(TypedDict):
    """What everybody may see of hands and bag."""

    size: int
    opened: bool
    bag: int
    unseen: tuple[tuple[str, int], ...]


def bag_fields(state: HandState) -> BagFields:
    """The board, how many tiles the bag has, and what lies in it and in the hands together."""
    return _bag_fields(state, None)


def _bag_fields(state: HandState, viewer: Seat | None) -> BagFields:
    return {
        "size": state.board.size,
        "opened": state.board.has_tiles(),
        "bag": len(state.bag),
        "unseen": unseen(state.tileset, state.bag, [player.hand for player in state.players], viewer),
    }


class HandFields(BagFields):
    """What of it is alike in every game with hands."""

    hand: tuple[HandTile, ...]
    hands: tuple[tuple[HandTile, ...], ...]


def hand_fields(state: HandState, viewer: Seat | None, no_letters: Sequence[Tile] = (BLANK,)) -> HandFields:
    """What a viewer may see of hands and bag: the viewer's own hand, and all once the match is over."""
    return {
        **_bag_fields(state, viewer),
        "hand": hand_tiles(state.tileset, state.players[viewer].hand, no_letters) if viewer is not None else (),
        "hands": open_hands(state, no_letters) if state.over else (),
    }


def open_hands(state: HandState, no_letters: Sequence[Tile] = (BLANK,)) -> tuple[tuple[HandTile, ...], ...]:
    """Every hand, for those who may see all."""
    return tuple(hand_tiles(state.tileset, player.hand, no_letters) for player in state.players)


V = TypeVar("V", bound=HandView)


def look_back_by(
    view_of: Callable[[Any, Seat | None, Sequence[LoggedStep], Millis], V], no_letters: Sequence[Tile] = (BLANK,)
) -> Callable[[Any, Seat | None, Sequence[LoggedStep], tuple[Any, ...]], V]:
    """The view of a match that is over as it was at one of its turns, with every hand open, by the game's view."""

    def look_back(state: Any, viewer: Seat | None, log: Sequence[LoggedStep], ledger: tuple[Any, ...]) -> V:
        hands = open_hands(state, no_letters)
        return replace(view_of(state, None, log, 0), viewer=viewer, receipts=ledger, hands=hands)

    return look_back
