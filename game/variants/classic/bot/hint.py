"""The best plays of Classic, for a player who asks and for the analysis."""

from bots.engine.building import Graph
from bots.engine.plays import Play, best_plays
from bots.engine.view_to_position import letters_of
from bots.engine.word_of_play import word_of
from bots.rules import BLANK
from bots.turn_verdicts import Better, LaidTile
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
    letters, values = letters_of(view.rules.text("language")), {tile.tile: tile.value for tile in view.hand}
    tiles = []
    for laid in play.tiles:
        letter = letters[laid.letter - 1]
        value = values.get(BLANK, 0) if laid.blank else values[letter]
        tiles.append(LaidTile(laid.cell, letter, value, laid.blank, False))
    word, start = word_of(view.size, letters, position_of(view), play)
    return Better(play.score, 0, word, start, tuple(tiles))
