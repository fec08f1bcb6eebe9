"""The best play of AlfaPower for a player who asks, and any of its plays as plain values."""

from bots.engine.building import Graph
from bots.engine.plays import Play, best_plays
from bots.engine.view_to_position import letters_of, position_of
from bots.engine.word_of_play import word_of
from bots.rules import ALFA_MARK, BLANK, View
from bots.turn_verdicts import Better, LaidTile
from game.variants.alfapower.bot.evaluation import coins_for


def best_play(view: View, graph: Graph) -> Better | None:
    """The play with most points that the viewer, on turn, can make now; None where there is none."""
    plays = best_plays(position_of(view), graph, 1)
    return as_better(view, plays[0]) if plays else None


def as_better(view: View, play: Play) -> Better:
    """A play as plain values, with the word along its line."""
    letters = letters_of(view.rules.text("language"))
    values = {tile.tile.removesuffix(ALFA_MARK): tile.value for tile in view.hand}
    tiles = []
    for laid in play.tiles:
        letter = letters[laid.letter - 1]
        value = values.get(BLANK, 0) if laid.blank else values[letter]
        tiles.append(LaidTile(laid.cell, letter, value, laid.blank, laid.alfa))
    word, start = word_of(view.size, letters, position_of(view), play)
    return Better(play.score, coins_for(view, play.score), word, start, tuple(tiles))
