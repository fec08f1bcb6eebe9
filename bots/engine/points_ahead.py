"""Upper bounds of the points of the rest of a word while the search lays it: with them the search for the best stops in
the middle of words.

What can be reached from a square with so many tiles does not depend on letters, so it is computed once per line; what
is on both sides of an anchor once per anchor.
"""

import numpy as np

from bots.engine.board_lines import (
    ALLOWED,
    ANCHOR,
    CROSS,
    CROSS_FACTOR,
    JOINS,
    LETTER,
    LETTERS_FACTOR,
    NO_CROSS,
    STANDING,
    VALUE,
    WORD,
)
from bots.engine.bounds import UP_TO
from bots.engine.compiled import compiled
from bots.engine.plays_found import MOST_TILES

FIXED, FACTOR, ACROSS, HIGHEST, BEYOND_ONE, HIGHEST_ACROSS, ALL_ACROSS, FREE, BONUS = range(9)
"""Of the squares within reach: points and factor of all tiles there and factors of the free squares; points of crossing
words; the highest factor of a letter, and by how much all are more than one; the highest of a letter in crossing
words, and all of them; how many are free; and the highest bonus for as many tiles as a play can have with them."""

LEFT, RIGHT, LEFT_ALONE = range(3)
"""Sides: of one anchor to the left, with all that is to the right of it; to the right; to the left alone."""

SIDES = 3

_EDGE = 1
"""Places are counted from here, so that there is one before the line."""


@compiled
def reaches_of(lines: int, size: int) -> np.ndarray:
    """Room for what is within reach: [line, side, place, tiles, what], for lines of at most that size."""
    return np.empty((lines, SIDES, size + 2, MOST_TILES + 1, BONUS + 1), np.int64)


@compiled
def fill_sides(row: np.ndarray, size: int, letters: int, most: int, bonuses: np.ndarray, reaches: np.ndarray) -> None:
    """For each place of a line and number of the `most` tiles, what lies within reach of an empty square there to the
    right, and to the left. `letters` are those in hand, `bonuses` those of `bonuses_from`."""
    for place in range(size, 0, -1):
        for tiles in range(most + 1):
            _fill(row, size, place, 1, letters, tiles, reaches[RIGHT])
            _add_bonus(reaches[RIGHT, place + _EDGE, tiles], most - tiles, bonuses)
    for place in range(-1, size - 1):
        for tiles in range(most + 1):
            _fill(row, size, place, -1, letters, tiles, reaches[LEFT_ALONE])


@compiled
def join_sides(row: np.ndarray, anchor: int, most: int, bonuses: np.ndarray, reaches: np.ndarray) -> None:
    """For the places to the left of an anchor which plays from it reach, what lies within reach on both sides of it."""
    for place in range(anchor - 1, -1, -1):
        if row[place, LETTER]:
            continue
        if row[place, ANCHOR] % JOINS:
            return
        for tiles in range(most + 1):
            _join(reaches, place + _EDGE, anchor + 1 + _EDGE, tiles)
            _add_bonus(reaches[LEFT, place + _EDGE, tiles], most - tiles, bonuses)


@compiled
def _add_bonus(here: np.ndarray, laid: int, bonuses: np.ndarray) -> None:
    """To one entry, by how many tiles have been laid before."""
    here[BONUS] = bonuses[UP_TO, laid + here[FREE]]


@compiled
def _fill(row: np.ndarray, size: int, place: int, step: int, letters: int, tiles: int, side: np.ndarray) -> None:
    """One entry, from that of the next square."""
    here = side[place + _EDGE, tiles]
    for i in range(BONUS):
        here[i] = 0
    here[FACTOR] = 1
    if place < 0 or place >= size:
        return
    if row[place, LETTER]:
        beyond = side[place + step + _EDGE, tiles]
        for i in range(BONUS):
            here[i] = beyond[i]
        here[FIXED] += row[place, VALUE]
        here[FACTOR] *= row[place, STANDING]
        return
    if tiles == 0 or row[place, ALLOWED] & letters == 0 or (step < 0 and row[place, ANCHOR] % JOINS):
        return
    beyond = side[place + step + _EDGE, tiles - 1]
    for i in range(BONUS):
        here[i] = beyond[i]
    times = max(1, row[place, LETTERS_FACTOR])
    here[FACTOR] *= row[place, WORD]
    here[HIGHEST] = max(here[HIGHEST], times)
    here[BEYOND_ONE] += times - 1
    here[FREE] += 1
    if row[place, CROSS] != NO_CROSS:
        weight = row[place, WORD] * row[place, CROSS_FACTOR]
        here[ACROSS] += row[place, CROSS] * weight
        here[HIGHEST_ACROSS] = max(here[HIGHEST_ACROSS], times * weight)
        here[ALL_ACROSS] += times * weight


@compiled
def _join(reaches: np.ndarray, at: int, beyond: int, tiles: int) -> None:
    """One entry for both sides: of a place to the left of an anchor and of the one after the anchor."""
    here, alone, other = reaches[LEFT, at, tiles], reaches[LEFT_ALONE, at, tiles], reaches[RIGHT, beyond, tiles]
    here[FIXED] = alone[FIXED] + other[FIXED]
    here[FACTOR] = alone[FACTOR] * other[FACTOR]
    here[ACROSS] = alone[ACROSS] + other[ACROSS]
    here[HIGHEST] = max(alone[HIGHEST], other[HIGHEST])
    here[BEYOND_ONE] = alone[BEYOND_ONE] + other[BEYOND_ONE]
    here[HIGHEST_ACROSS] = max(alone[HIGHEST_ACROSS], other[HIGHEST_ACROSS])
    here[ALL_ACROSS] = alone[ALL_ACROSS] + other[ALL_ACROSS]
    here[FREE] = min(tiles, alone[FREE] + other[FREE])


@compiled
def most_points(reaches: np.ndarray, side: int, place: int, tiles: int, points: int, factor: int, across: int,
                rest: int, blanks: int, dearest: int, every: int, once: int) -> int:  # fmt: skip
    """The most points of a word that is laid so far and goes on at a place. `rest` is the value of the remaining
    letters, `blanks` the number of blanks, `dearest` the highest value in the hand; Alfa tiles may give a word `every`
    and a crossing word `once`.

    The part so far counts no blanks, as long as it could. One of them may be laid there all the same, and free its
    letter for a better square, which gains what that square brings beyond the one it had.
    """
    at = place + _EDGE
    free = reaches[side, at, tiles, FREE]
    rest = min(rest, free * dearest)
    moved = min(blanks, free) * dearest
    highest = reaches[side, at, tiles, HIGHEST]
    letters = min(rest * highest + moved * (highest - 1), rest + dearest * reaches[side, at, tiles, BEYOND_ONE])
    crossing = min(
        (rest + moved) * reaches[side, at, tiles, HIGHEST_ACROSS], dearest * reaches[side, at, tiles, ALL_ACROSS]
    )
    along = (points + reaches[side, at, tiles, FIXED] + letters) * factor * reaches[side, at, tiles, FACTOR] * every
    across += reaches[side, at, tiles, ACROSS] + crossing
    return along + across * once + reaches[side, at, tiles, BONUS]
