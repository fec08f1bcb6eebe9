"""The simplest decision: the first play of the search, for a game with plain tiles that looks no further."""

from typing import Any

from bots.engine import plain_plays
from bots.engine.letter_values import letter_values
from bots.engine.plays import best_plays
from bots.engine.preparation import Words
from bots.rules import Action, Pass, PlainPlace, Swap, standard_tiles

SIZE_OF_THE_BAG = 15
"""The side of the board whose bag says what letters count that are not seen."""


def first_play(view: Any, words: Words) -> Action:
    """The legal play of known words with most points; else as many tiles swapped as the bag has for the hand; else a
    pass. The view is that of a plain word game (game/crossword/plain), on turn."""
    rules, language = view.rules, view.rules.text("language")
    lying = ((cell.letter, cell.value) for cell in view.cells if cell.letter and not cell.blank)
    values = letter_values(standard_tiles(language, SIZE_OF_THE_BAG).values, lying, view.hand)
    hand = [tile.tile for tile in view.hand]
    position = plain_plays.position_on(view.size, view.cells, hand, values, language, rules.number("bingo"))
    for play in best_plays(position, words.known, 1):
        return PlainPlace(plain_plays.placed_of(play, view.size, language))
    swapped = tuple(hand[: view.bag]) if view.can.swap else ()
    return Swap(swapped) if swapped else Pass()
