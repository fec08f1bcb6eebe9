"""The best play of AlfaPower for a player who asks, and any of its plays as plain values."""

from bots.engine.building import Graph
from bots.engine.plays import Play, best_plays
from bots.engine.plays_told import better_of
from bots.engine.view_to_position import position_of
from bots.rules import ALFA_MARK, View
from bots.turn_verdicts import Better
from game.variants.alfapower.bot.evaluation import coins_for


def best_play(view: View, graph: Graph) -> Better | None:
    """The play with most points that the viewer, on turn, can make now; None where there is none."""
    plays = best_plays(position_of(view), graph, 1)
    return as_better(view, plays[0]) if plays else None


def as_better(view: View, play: Play) -> Better:
    """A play as plain values, with the word along its line."""
    values = {tile.tile.removesuffix(ALFA_MARK): tile.value for tile in view.hand}
    coins = coins_for(view, play.score)
    return better_of(play, coins, view.rules.text("language"), view.size, position_of(view), values)
