"""Tiles of a hand changed for tiles of the bag, in games where that is a turn."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from game.crossword.hand_state import HandState
from game.crossword.tiles import Tile, without
from game.kernel.base_types import Seat
from game.kernel.chance import Chance, draw
from game.kernel.refusals import Code, Refused

S = TypeVar("S", bound=HandState)


def exchange(
    state: S,
    seat: Seat,
    tiles: Sequence[Tile],
    chance: Chance,
    *,
    back_first: bool = False,
    as_returned: Callable[[Tile], Tile] = str,
) -> tuple[S, tuple[Tile, ...]]:
    """The match after the change, and the new tiles in order. The bag goes first, unless the tiles are `back_first` in
    it: then the same may come back. `as_returned` is what a tile becomes that goes back. Raises Refused: no_tiles,
    not_in_hand, bag_too_small."""
    player = state.players[seat]
    if not tiles:
        raise Refused(Code.NO_TILES)
    kept = without(player.hand, tiles)
    if kept is None:
        raise Refused(Code.NOT_IN_HAND)
    if len(tiles) > len(state.bag):
        raise Refused(Code.BAG_TOO_SMALL)
    returned = [as_returned(tile) for tile in tiles]
    before = tuple(sorted([*state.bag, *returned])) if back_first else state.bag
    new, bag, draws = draw(before, len(tiles), state.draws, chance)
    after = bag if back_first else tuple(sorted([*bag, *returned]))
    state = state.put_player(seat, replace(player, hand=kept + new))
    return replace(state, bag=after, draws=draws), new
