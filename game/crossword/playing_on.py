"""Begin a match from a turn of another, in games with a bag and hands: what the seat on turn cannot see is shuffled
anew."""

from dataclasses import replace
from typing import Any

from game.crossword.start import FIRST_DRAW
from game.kernel.base_types import Seat
from game.kernel.chance import Chance, draw
from game.kernel.match import Pace
from game.kernel.setting_types import Ruleset


def play_on(state: Any, seat: Seat, chance: Chance) -> Any:
    """The match for `seat`, which is on turn: board, scores, and all that is open are as they were, and so is the own
    hand; the others' are drawn from the tiles that could not be seen. There is no clock, no player is away or has let a
    turn run out, and turns and draws are counted from the first."""
    others = [other for other in range(len(state.players)) if other != seat]
    unseen = [*state.bag, *(tile for other in others for tile in state.players[other].hand)]
    bag, draws, hands = tuple(sorted(unseen)), FIRST_DRAW, {}
    for other in others:
        hands[other], bag, draws = draw(bag, len(state.players[other].hand), draws, chance)
    players = tuple(
        replace(player, timeouts=0, away_since=None, hand=hands.get(number, player.hand))
        for number, player in enumerate(state.players)
    )
    rules = Ruleset(state.rules.variant, {**state.rules.values, "turn_seconds": None, "reserve_hours": 0})
    return replace(state, rules=rules, players=players, bag=bag, draws=draws, turn=1, deadline=None, pace=Pace())
