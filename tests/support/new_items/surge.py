"""Surge: the next turn with words counts double. An item of the tests' own, with a state and without a target."""

from game.crossword.tiles import Tile
from game.kernel.base_types import Seat
from game.kernel.match import Env
from game.variants.alfapower.rules.items.base import Item
from game.variants.alfapower.rules.state import MatchState


def act(state: MatchState, seat: Seat, env: Env) -> tuple[MatchState, tuple[Tile, ...]]:
    """One more doubling waits for the player's next words."""
    player = state.players[seat]
    return state.put_player(seat, player.with_effect("surge", player.effect("surge") + 1)), ()


ITEMS = (
    Item(
        key="surge",
        order=90,
        title="Surge",
        blurb="Your next words count double.",
        icon='<path d="M13 3 5 14h6l-1 7 8-11h-6z"/>',
        price=6,
        aim="none",
        base=False,
        act=act,
        turn_factor=lambda times: 2**times,
    ),
)
