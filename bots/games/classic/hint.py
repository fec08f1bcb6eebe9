"""The best play of Classic for a player who asks."""

from bots.engine.building import Graph
from bots.engine.plays import best_plays
from bots.engine.view_to_position import letters_of
from bots.engine.word_of_play import word_of
from bots.games.classic.position import points, position_of
from bots.games.classic.rules import View
from bots.rules import BLANK
from bots.turn_verdicts import Better, LaidTile

CONSIDERED = 30
"""Plays among which one with a bonus for the whole hand may be better than the first."""


def best_play(view: View, graph: Graph) -> Better | None:
    """The play with most points that the viewer, on turn, can make now; None where there is none."""
    position = position_of(view)
    plays = best_plays(position, graph, CONSIDERED)
    if not plays:
        return None
    play = max(plays, key=lambda one: points(view, one.score, len(one.tiles)))
    letters, values = letters_of(view.rules.text("language")), {tile.tile: tile.value for tile in view.hand}
    tiles = tuple(
        LaidTile(
            laid.cell,
            letters[laid.letter - 1],
            values.get(BLANK, 0) if laid.blank else values[letters[laid.letter - 1]],
            laid.blank,
            False,
        )
        for laid in play.tiles
    )
    word, start = word_of(view.size, letters, position, play)
    return Better(points(view, play.score, len(play.tiles)), 0, word, start, tiles)
