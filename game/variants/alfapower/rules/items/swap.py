"""Swap: trade chosen tiles of the hand for new ones, then go on with the turn."""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.exchange import exchange
from game.crossword.tiles import Tile, letter_of
from game.kernel.base_types import Seat, gettext_noop
from game.kernel.match import Env
from game.variants.alfapower.rules.items.base import Item
from game.variants.alfapower.rules.state import MatchState


def trade(state: MatchState, seat: Seat, tiles: Sequence[Tile], env: Env) -> tuple[MatchState, tuple[Tile, ...]]:
    """Draw as many first, then return the chosen ones to the bag: none can come straight back.

    Clears the pass counter only. A returned Alfa tile is a plain one again unless `alfa_keeps_on_swap`.
    """
    as_returned = str if state.rules.flag("alfa_keeps_on_swap") else letter_of
    state, drawn = exchange(state, seat, tiles, env.chance, as_returned=as_returned)
    return state.put_player(seat, replace(state.players[seat], passes=0)), drawn


ITEMS = (
    Item(
        key="swap",
        order=10,
        title=gettext_noop("Swap"),
        blurb=gettext_noop("Trade chosen tiles for new ones. You keep your turn."),
        icon='<path d="M4 9h14l-3.5-3.5M20 15H6l3.5 3.5"/>',
        price=3,
        aim="hand",
        exchange=trade,
    ),
)
