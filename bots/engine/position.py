"""A position as the search needs it: numbers in flat arrays, a number for each letter (1 …), 0 for none or a blank."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from bots.engine.plays_found import MOST_TILES

KINDS = 32
"""Length of arrays that are indexed by letter."""


class Position(NamedTuple):
    """Board and hand of the player on turn. Arrays of the board have size × size numbers, row by row.

    `letters` are the tiles (0 none); `values` what each counts, Fortify included; `standing` the factor that a tile
    there gives every word through it (1, or that of an Alfa cell). `free`: 1 where this player may lay a tile.
    `letter_factor`, `word_factor`: what a square does to a tile laid now; a letter may lose by it, a word does not (its
    factor is 1 at least). `hand` and `alfa_hand` count tiles by letter (index 0: blanks), `tile_values` are what those
    of all letters are worth. `alfa_factor` is what an Alfa tile laid now gives its words, `alfa_room` how many may be
    laid, `alfa_anywhere` whether a turn with one needs no connection. `opened`: some word has been laid in the match.
    `bonuses` are what a play of so many tiles brings beside its words; with them the search ranks.
    """

    size: int
    letters: np.ndarray
    values: np.ndarray
    standing: np.ndarray
    free: np.ndarray
    letter_factor: np.ndarray
    word_factor: np.ndarray
    hand: np.ndarray
    alfa_hand: np.ndarray
    tile_values: np.ndarray
    alfa_factor: int
    alfa_room: int
    alfa_anywhere: bool
    opened: bool
    bonuses: np.ndarray


def blank_position(size: int) -> Position:
    """An empty board without squares and an empty hand, to be filled in."""
    cells = size * size
    return Position(
        size=size,
        letters=np.zeros(cells, np.int64),
        values=np.zeros(cells, np.int64),
        standing=np.ones(cells, np.int64),
        free=np.ones(cells, np.int64),
        letter_factor=np.ones(cells, np.int64),
        word_factor=np.ones(cells, np.int64),
        hand=np.zeros(KINDS, np.int64),
        alfa_hand=np.zeros(KINDS, np.int64),
        tile_values=np.zeros(KINDS, np.int64),
        alfa_factor=2,
        alfa_room=0,
        alfa_anywhere=False,
        opened=False,
        bonuses=bonuses_of({}),
    )


def bonuses_of(points: Mapping[int, int]) -> np.ndarray:
    """The bonuses of plays beside their words, by number of tiles; 0 for numbers that are not named."""
    bonuses = np.zeros(MOST_TILES + 1, np.int64)
    for tiles, bonus in points.items():
        bonuses[tiles] = bonus
    return bonuses
