"""Plays that the search has found, as plain values for a player to read."""

from collections.abc import Mapping

from bots.engine.plays import Play
from bots.engine.position import Position
from bots.engine.view_to_position import letters_of
from bots.engine.word_of_play import word_of
from bots.rules import BLANK
from bots.turn_verdicts import Better, LaidTile


def better_of(
    play: Play, coins: int, language: str, size: int, position: Position, values: Mapping[str, int]
) -> Better:
    """A play on a board of that size, with the word along its line; `values` are those of the tiles in the hand."""
    letters = letters_of(language)
    tiles = []
    for laid in play.tiles:
        letter = letters[laid.letter - 1]
        value = values.get(BLANK, 0) if laid.blank else values[letter]
        tiles.append(LaidTile(laid.cell, letter, value, laid.blank, laid.alfa))
    word, start = word_of(size, letters, position, play)
    return Better(play.score, coins, word, start, tuple(tiles))
