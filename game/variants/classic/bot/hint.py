"""The best plays of Classic, for a player who asks and for the analysis."""

from bots.engine.building import Graph
from bots.engine.plays import Play, best_plays
from bots.engine.plays_told import better_of
from bots.turn_verdicts import Better
from game.variants.classic.bot.position import position_of
from game.variants.classic.bot.rules import View


def best_play(view: View, graph: Graph) -> Better | None:
    """The play with most points that the viewer, on turn, can make now; None where there is none."""
    return next(iter(best(view, graph, 1)), None)


def best(view: View, graph: Graph, count: int) -> list[Better]:
    """The plays with most points, the best first."""
    plays = best_plays(position_of(view), graph, count) if view.hand else []
    return [_as_better(view, play) for play in plays]


def _as_better(view: View, play: Play) -> Better:
    values = {tile.tile: tile.value for tile in view.hand}
    return better_of(play, 0, view.rules.text("language"), view.size, position_of(view), values)
