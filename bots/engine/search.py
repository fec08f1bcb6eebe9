"""Finds the words of a position: from each anchor leftwards along backwards beginnings of words, then by the turn of
the graph rightwards.

A play is found from the leftmost (topmost) anchor that it covers, so each is found once. A blank is laid only where the
letter's own tiles are used up: what else may be a blank, or an Alfa tile, is chosen when the word is whole. The search
keeps its own stack: a frame for each tile laid, with the letters that are still to be tried there.
"""

import numpy as np

from bots.engine.board_lines import (
    ALLOWED,
    ANCHOR,
    CONNECTED,
    CROSS,
    CROSS_FACTOR,
    JOINS,
    LETTER,
    LETTERS_FACTOR,
    NO_CROSS,
    STANDING,
    VALUE,
    WORD,
    follow,
)
from bots.engine.bounds import OF_COUNT
from bots.engine.compiled import compiled
from bots.engine.letter_sets import EVERY_LETTER, TURN, bits_in, lowest
from bots.engine.plays_found import MOST_TILES, least_kept
from bots.engine.points_ahead import LEFT, RIGHT, join_sides, most_points
from bots.engine.tile_kinds import ALL, LAID, PLACES, WORTH, letters_held, record

DEPTH = 2 * MOST_TILES + 4

# A frame of the stack, one row of an array (int64): the square; how many tiles were laid leftwards (GOING_LEFT: it
# still goes there); the node, letters to try, the one tried; letters, blanks and worth of the hand before it; what has
# come together: the most points that the letters can bring, points and factor of what stands, and crossing words.
PLACE, LEFTS, NODE, UNTRIED, TRIED, LETTERS, BLANKS, REST, COUNT, JOINED = range(10)
POINTS, FACTOR, ACROSS, FIXED, STOOD = range(10, 15)
FRAME = 15

GOING_LEFT = -1


@compiled
def stack_of() -> np.ndarray:
    """Room for the frames."""
    return np.zeros((DEPTH, FRAME), np.int64)


@compiled
def _begin(row: np.ndarray, anchor: int, node: int, hands: np.ndarray, stack: np.ndarray) -> int:
    """The first frame; the letters at hand."""
    letters = letters_held(hands)
    at_hand = EVERY_LETTER if hands[ALL, 0] else letters
    rest = 0
    for letter in range(1, hands.shape[1]):
        rest += hands[ALL, letter] * hands[WORTH, letter]
    for i in range(FRAME):
        stack[0, i] = 0
    stack[0, PLACE] = anchor
    stack[0, LEFTS] = GOING_LEFT
    stack[0, NODE] = node
    stack[0, UNTRIED] = node & row[anchor, ALLOWED] & at_hand
    stack[0, LETTERS] = letters
    stack[0, BLANKS] = hands[ALL, 0]
    stack[0, REST] = rest
    stack[0, FACTOR] = stack[0, STOOD] = 1
    return at_hand


@compiled
def search_from(row: np.ndarray, size: int, nodes: np.ndarray, arcs: np.ndarray, left_root: int, anchor: int,
                where: int, single: bool, hands: np.ndarray, alfas: int, alfa_factor: int, most: int,
                bonuses: np.ndarray, stack: np.ndarray, laid: np.ndarray, reaches: np.ndarray, found: np.ndarray,
                used: int, best: bool, cuts: bool, limit: int) -> int:  # fmt: skip
    """Find every play whose leftmost anchor is this one of the line; returns how many have been found then. The hand is
    as before afterwards.

    `where` is the line's number, to which the place is added. Unless `single`, a tile alone is left out where it makes
    words both ways: it is found along the other line. `bonuses` are those of `bonuses_from`. Plays below the `limit`
    may be left out, and with `cuts` beginnings of words that can only lead to such: `reaches` are then filled for the
    line.
    """
    at_hand = _begin(row, anchor, nodes[left_root], hands, stack)
    every = alfa_factor**alfas
    once = alfa_factor if alfas else 1
    limit = least_kept(found, used, best, limit)
    dearest = 0
    if cuts:
        dearest = hands[WORTH].max()
        join_sides(row, anchor, most, bonuses, reaches)
    top = 0
    while top >= 0:
        letter = stack[top, TRIED]
        if letter:
            hands[ALL, letter] += 1
        untried = stack[top, UNTRIED]
        if untried == 0:
            top -= 1
            continue
        letter = lowest(untried)
        stack[top, UNTRIED] = untried & (untried - 1)
        place = stack[top, PLACE]
        lefts = stack[top, LEFTS]
        count = stack[top, COUNT]
        node = stack[top, NODE]
        arc = arcs[(node >> 32) + bits_in(node & ((1 << letter) - 1))]
        stack[top, TRIED] = letter
        blanks = stack[top, BLANKS]
        letters = stack[top, LETTERS]
        rest = stack[top, REST]
        hands[ALL, letter] -= 1
        if hands[ALL, letter] < 0:
            blanks -= 1
        else:
            rest -= hands[WORTH, letter]
            if hands[ALL, letter] == 0:
                letters &= ~(1 << letter)
        at_hand = EVERY_LETTER if blanks else letters
        laid[LAID, count] = letter
        laid[PLACES, count] = place
        count += 1
        times = row[place, WORD]
        value = hands[WORTH, letter] * max(1, row[place, LETTERS_FACTOR])
        points = stack[top, POINTS] + value
        factor = stack[top, FACTOR] * times
        across = stack[top, ACROSS]
        if row[place, CROSS] != NO_CROSS:
            across += (row[place, CROSS] + value) * times * row[place, CROSS_FACTOR]
        fixed = stack[top, FIXED]
        stood = stack[top, STOOD]
        joined = stack[top, JOINED] | (row[place, ANCHOR] & CONNECTED)
        if lefts == GOING_LEFT:
            first = place
            place -= 1
            while place >= 0 and row[place, LETTER]:
                arc = follow(nodes, arcs, arc >> 1, row[place, LETTER])
                if arc < 0:
                    break
                fixed += row[place, VALUE]
                points += row[place, VALUE]
                stood *= row[place, STANDING]
                factor *= row[place, STANDING]
                place -= 1
            if arc < 0:
                continue
            node = nodes[arc >> 1]
            untried = np.int64(0)
            if place >= 0 and count < most and row[place, ANCHOR] % JOINS == 0:
                untried = node & row[place, ALLOWED] & at_hand
            if untried and not (
                cuts
                and most_points(
                    reaches, LEFT, place, most - count, points, factor, across, rest, blanks, dearest, every, once
                )
                < limit
            ):
                top += 1
                _push(stack, top, place, GOING_LEFT, node, untried, letters, blanks, rest, count, joined, points,
                      factor, across, fixed, stood)  # fmt: skip
            if node & (1 << TURN) == 0:
                continue
            arc = arcs[node >> 32]  # the turn is the first of all arcs
            lefts = count
            place = anchor
        else:
            first = laid[PLACES, lefts - 1]
        place += 1
        while place < size and row[place, LETTER]:
            arc = follow(nodes, arcs, arc >> 1, row[place, LETTER])
            if arc < 0:
                break
            fixed += row[place, VALUE]
            points += row[place, VALUE]
            stood *= row[place, STANDING]
            factor *= row[place, STANDING]
            place += 1
        if arc < 0:
            continue
        if (
            arc & 1
            and (joined or alfas)
            and points * factor * every + across * once + bonuses[OF_COUNT, count] >= limit
            and (single or count > 1 or row[first, CROSS] == NO_CROSS)
        ):
            used = record(row, where | first, count, lefts, fixed, stood, bonuses[OF_COUNT, count], blanks, joined,
                          hands, alfas, alfa_factor, laid, found, used, best, limit)  # fmt: skip
            limit = least_kept(found, used, best, limit)
        if place < size and count < most:
            node = nodes[arc >> 1]
            untried = node & row[place, ALLOWED] & at_hand
            if untried and not (
                cuts
                and most_points(
                    reaches, RIGHT, place, most - count, points, factor, across, rest, blanks, dearest, every, once
                )
                < limit
            ):
                top += 1
                _push(stack, top, place, lefts, node, untried, letters, blanks, rest, count, joined, points, factor,
                      across, fixed, stood)  # fmt: skip
    return used


@compiled
def _push(stack: np.ndarray, top: int, place: int, lefts: int, node: int, untried: int, letters: int, blanks: int,
          rest: int, count: int, joined: int, points: int, factor: int, across: int, fixed: int, stood: int
          ) -> None:  # fmt: skip
    """Write a frame."""
    stack[top, PLACE] = place
    stack[top, LEFTS] = lefts
    stack[top, NODE] = node
    stack[top, UNTRIED] = untried
    stack[top, TRIED] = 0
    stack[top, LETTERS] = letters
    stack[top, BLANKS] = blanks
    stack[top, REST] = rest
    stack[top, COUNT] = count
    stack[top, JOINED] = joined
    stack[top, POINTS] = points
    stack[top, FACTOR] = factor
    stack[top, ACROSS] = across
    stack[top, FIXED] = fixed
    stack[top, STOOD] = stood
