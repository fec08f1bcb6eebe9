"""Swap: trade chosen tiles of the hand for new ones, then go on with the turn."""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.tiles import Tile, letter_of, without
from game.kernel.base_types import Seat, gettext_noop
from game.kernel.chance import draw
from game.kernel.match import Env
from game.kernel.refusals import Code, Refused
from game.variants.alfapower.rules.items.base import Item
from game.variants.alfapower.rules.state import MatchState


def exchange(state: MatchState, seat: Seat, tiles: Sequence[Tile], env: Env) -> tuple[MatchState, tuple[Tile, ...]]:
    """Draw as many first, then return the chosen ones to the bag: none can come straight back.

    Clears the pass counter only. A returned Alfa tile is a plain one again unless `alfa_keeps_on_swap`.
    """
    player = state.players[seat]
    if not tiles:
        raise Refused(Code.NO_TILES)
    kept = without(player.hand, tiles)
    if kept is None:
        raise Refused(Code.NOT_IN_HAND)
    if len(tiles) > len(state.bag):
        raise Refused(Code.BAG_TOO_SMALL)
    drawn, bag, draws = draw(state.bag, len(tiles), state.draws, env.chance)
    keeps = state.rules.flag("alfa_keeps_on_swap")
    returned = [tile if keeps else letter_of(tile) for tile in tiles]
    state = replace(state, bag=tuple(sorted([*bag, *returned])), draws=draws)
    return state.put_player(seat, replace(player, hand=kept + drawn, passes=0)), drawn


ITEMS = (
    Item(
        key="swap",
        order=10,
        title=gettext_noop("Swap"),
        blurb=gettext_noop("Trade chosen tiles for new ones. You keep your turn."),
        icon='<path d="M4 9h14l-3.5-3.5M20 15H6l3.5 3.5"/>',
        price=3,
        aim="hand",
        exchange=exchange,
    ),
)
