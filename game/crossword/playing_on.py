"""A match played on from a turn of another one, in games with a bag and two hands: what the seat on turn cannot see is
shuffled anew."""

from dataclasses import replace
from typing import Any

from game.crossword.start import FIRST_DRAW
from game.kernel.base_types import Seat
from game.kernel.chance import Chance, draw
from game.kernel.options import Ruleset


def play_on(state: Any, seat: Seat, chance: Chance) -> Any:
    """The match for `seat`, which is on turn: board, scores, and all that is open are as they were, and so is the own
    hand; the other's is drawn from the tiles that could not be seen. There is no clock, nobody is away or has let a
    turn run out, and turns and draws are counted from the first."""
    other = 1 - seat
    hand = state.players[other].hand
    drawn, bag, draws = draw(tuple(sorted((*state.bag, *hand))), len(hand), FIRST_DRAW, chance)
    players = tuple(replace(player, timeouts=0, away_since=None) for player in state.players)
    rules = Ruleset(state.rules.variant, {**state.rules.values, "turn_seconds": None})
    state = replace(state, rules=rules, players=players, bag=bag, draws=draws, turn=1, deadline=None)
    return state.put_player(other, replace(players[other], hand=drawn))
