"""Peek: see two tiles of the bag. An item of the tests' own, whose result is its player's alone."""

from dataclasses import replace

from game.crossword.tiles import Tile
from game.kernel.base_types import Seat
from game.kernel.chance import draw
from game.kernel.match import Env
from game.variants.alfapower.rules.items.base import Item
from game.variants.alfapower.rules.state import MatchState

SEEN = 2


def act(state: MatchState, seat: Seat, env: Env) -> tuple[MatchState, tuple[Tile, ...]]:
    """Two tiles are drawn, seen, and stay in the bag."""
    seen, _left, draws = draw(state.bag, SEEN, state.draws, env.chance)
    return replace(state, draws=draws), seen


ITEMS = (
    Item(
        key="peek",
        order=91,
        title="Peek",
        blurb="See two tiles of the bag.",
        icon='<circle cx="12" cy="12" r="3"/>',
        price=2,
        aim="none",
        base=False,
        act=act,
        ready=lambda state, seat: len(state.bag) >= SEEN,
    ),
)
