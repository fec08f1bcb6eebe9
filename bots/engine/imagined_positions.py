"""Hypothetical positions: after a play, with a square changed, with a hand that another player may hold."""

import random
from collections.abc import Sequence

import numpy as np

from bots.engine.plays import Play
from bots.engine.position import Position


def after(position: Position, play: Play) -> Position:
    """The board after a play, the hand as it was. An Alfa tile's square now gives its factor."""
    letters, values, free = position.letters.copy(), position.values.copy(), position.free.copy()
    standing = position.standing.copy()
    for laid in play.tiles:
        letters[laid.cell] = laid.letter
        values[laid.cell] = 0 if laid.blank else position.tile_values[laid.letter]
        free[laid.cell] = 0
        if laid.alfa:
            standing[laid.cell] = position.alfa_factor
    return position._replace(letters=letters, values=values, free=free, standing=standing, opened=True)


def with_hand(position: Position, tiles: Sequence[int]) -> Position:
    """The position for a player with these plain tiles (letters' numbers, 0 a blank)."""
    hand = np.bincount(np.asarray(tiles, np.int64), minlength=position.hand.size).astype(np.int64)
    return position._replace(hand=hand, alfa_hand=np.zeros_like(hand))


def with_square(position: Position, cell: int, *, letter_factor: int = 0, word_factor: int = 0, closed: bool = False,
                value: int = 0) -> Position:  # fmt: skip
    """The position with one square changed: a bonus placed there, closed to tiles, or its tile worth `value` more."""
    changed = position._replace(
        letter_factor=position.letter_factor.copy(),
        word_factor=position.word_factor.copy(),
        free=position.free.copy(),
        values=position.values.copy(),
    )
    if letter_factor:
        changed.letter_factor[cell] = letter_factor
    if word_factor:
        changed.word_factor[cell] = word_factor
    if closed:
        changed.free[cell] = 0
    changed.values[cell] += value
    return changed


def without_tile(position: Position, cell: int) -> Position:
    """The position with the square dead and empty."""
    letters, values, free = position.letters.copy(), position.values.copy(), position.free.copy()
    letters[cell] = values[cell] = free[cell] = 0
    return position._replace(letters=letters, values=values, free=free)


def some_of(unseen: Sequence[int], count: int, rng: random.Random) -> list[int]:
    """As many of the unseen tiles as there are, up to `count`."""
    return rng.sample(unseen, min(count, len(unseen)))
