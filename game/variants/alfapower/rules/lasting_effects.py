"""The lasting effects of used items on players, as far as they count when words are scored."""

from math import prod

from game.kernel.base_types import Seat
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.state import MatchState, PlayerState


def turn_factor(player: PlayerState) -> int:
    """By what the points of the player's next turn with words are multiplied."""
    factors = ((ITEMS[item].turn_factor, amount) for item, amount in player.effects if item in ITEMS)
    return prod(factor(amount) for factor, amount in factors if factor is not None)


def after_words(state: MatchState, seat: Seat) -> MatchState:
    """The match once words of the seat were scored: the effects that multiplied them are used up."""
    player = state.players[seat]
    for item, _amount in player.effects:
        if item in ITEMS and ITEMS[item].turn_factor is not None:
            player = player.with_effect(item, 0)
    return state.put_player(seat, player)
