"""All the plays of a position, or the best of them: from each anchor leftwards along backwards beginnings of words,
then by the turn of the graph rightwards.

A play is found from the leftmost (topmost) anchor that it covers, so each is found once. The search keeps its own
stack: one frame for each tile laid, with the letters that are still to be tried there.
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
from bots.engine.compiled import compiled
from bots.engine.letter_sets import EVERY_LETTER, MOST_LETTERS, TURN, bits_in

TILE_BITS = 7
BLANK_BIT, ALFA_BIT = 32, 64
"""A tile of a play is its letter, with these bits for a blank and an Alfa tile."""

MOST_TILES = 8
"""Tiles of a play that fit in one number."""

DEPTH = 2 * MOST_TILES + 4
PLAIN, AS_BLANK, AS_ALFA, AS_ALFA_BLANK, KINDS_OF_TILE = range(5)

# A frame of the stack, one row of an array (int64).
PLACE, LEFTWARDS, NODE, UNTRIED, TILE, KIND, POINTS, FACTOR, ACROSS, CODE, COUNT, FIRST, LENGTH, FLAGS = range(14)
FRAME = 14
JOINED, WITH_ALFA = 1, 2
"""Flags of a frame: a tile connects with the board; an Alfa tile has been laid."""

# Plays found: one row each (int64).
SCORE, WHERE, TILES = range(3)
LINE_BITS = 5


@compiled
def where_of(direction: int, line: int, place: int) -> int:
    """Direction, line and place of the first tile laid, as one number."""
    return (direction << (2 * LINE_BITS)) | (line << LINE_BITS) | place


@compiled
def _better(found: np.ndarray, row: int, score: int, where: int, tiles: int) -> bool:
    """Whether a play comes before the one in that row: more points, then a fixed order."""
    if score != found[row, SCORE]:
        return score > found[row, SCORE]
    if where != found[row, WHERE]:
        return where < found[row, WHERE]
    return tiles < found[row, TILES]


@compiled
def keep(found: np.ndarray, used: int, best: bool, score: int, where: int, tiles: int) -> int:
    """Add a play; how many there are then. With `best` the rows are sorted and the last falls out; otherwise what does
    not fit is only counted."""
    if not best:
        if used < found.shape[0]:
            found[used, SCORE] = score
            found[used, WHERE] = where
            found[used, TILES] = tiles
        return used + 1
    if used == found.shape[0]:
        if not _better(found, used - 1, score, where, tiles):
            return used
        used -= 1
    row = used
    while row > 0 and _better(found, row - 1, score, where, tiles):
        found[row, SCORE] = found[row - 1, SCORE]
        found[row, WHERE] = found[row - 1, WHERE]
        found[row, TILES] = found[row - 1, TILES]
        row -= 1
    found[row, SCORE] = score
    found[row, WHERE] = where
    found[row, TILES] = tiles
    return used + 1


@compiled
def letters_held(hand: np.ndarray, alfa_hand: np.ndarray) -> int:
    """The letters of which there is a tile, blanks left out."""
    letters = 0
    for letter in range(1, MOST_LETTERS):
        if hand[letter] or alfa_hand[letter]:
            letters |= 1 << letter
    return letters


@compiled
def _rightwards(planes: np.ndarray, direction: int, size: int, nodes: np.ndarray, arcs: np.ndarray, stack: np.ndarray,
                row: int, line: int, place: int, arc: int, letters: int, most: int) -> int:  # fmt: skip
    """After a tile or the turn: over the tiles that follow from `place` on. Writes what is known then into the frame
    of that row, with the letters to try on the next empty square; the arc reached (-1 for none) says whether a word may
    end there."""
    while place < size and planes[direction, LETTER, line, place]:
        arc = follow(nodes, arcs, arc >> 1, planes[direction, LETTER, line, place])
        if arc < 0:
            return -1
        stack[row, POINTS] += planes[direction, VALUE, line, place]
        stack[row, FACTOR] *= planes[direction, STANDING, line, place]
        stack[row, LENGTH] += 1
        place += 1
    stack[row, LEFTWARDS] = 0
    stack[row, PLACE] = place
    stack[row, NODE] = arc >> 1
    stack[row, TILE] = 0
    stack[row, KIND] = KINDS_OF_TILE
    stack[row, UNTRIED] = 0
    if place < size and stack[row, COUNT] < most:
        stack[row, UNTRIED] = nodes[arc >> 1] & planes[direction, ALLOWED, line, place] & letters
    return arc


@compiled
def _record(planes: np.ndarray, direction: int, stack: np.ndarray, row: int, line: int, found: np.ndarray, used: int,
            best: bool) -> int:  # fmt: skip
    """Add the play of a frame at which a word ends, if it may be laid so."""
    if stack[row, LENGTH] < 2 or stack[row, FLAGS] == 0:
        return used
    first = stack[row, FIRST]
    if direction == 1 and stack[row, COUNT] == 1 and planes[direction, CROSS, line, first] != NO_CROSS:
        return used  # one tile with words both ways: found along the row
    score = stack[row, POINTS] * stack[row, FACTOR] + stack[row, ACROSS]
    return keep(found, used, best, score, where_of(direction, line, first), stack[row, CODE])


@compiled
def _taken(stack: np.ndarray, top: int, hand: np.ndarray, alfa_hand: np.ndarray, state: np.ndarray) -> bool:
    """Put the frame's tile back and take its next one from the hand; False when every letter has been tried.

    `state` holds how many Alfa tiles may still be laid, and the letters of which there is a tile.
    """
    letter = stack[top, TILE]
    kind = stack[top, KIND]
    if kind == PLAIN:
        hand[letter] += 1
    elif kind == AS_BLANK:
        hand[0] += 1
    elif kind == AS_ALFA:
        alfa_hand[letter] += 1
        state[0] += 1
    elif kind == AS_ALFA_BLANK:
        alfa_hand[0] += 1
        state[0] += 1
    if letter:
        state[1] |= (1 << letter) * (hand[letter] + alfa_hand[letter] > 0)
    while True:
        kind += 1
        if kind >= KINDS_OF_TILE:
            untried = stack[top, UNTRIED]
            if untried == 0:
                return False
            letter = bits_in((untried & -untried) - 1)
            stack[top, UNTRIED] = untried & (untried - 1)
            stack[top, TILE] = letter
            kind = PLAIN
        if kind == PLAIN and hand[letter]:
            hand[letter] -= 1
            break
        if kind == AS_BLANK and hand[0]:
            hand[0] -= 1
            break
        if kind == AS_ALFA and state[0] > 0 and alfa_hand[letter]:
            alfa_hand[letter] -= 1
            state[0] -= 1
            break
        if kind == AS_ALFA_BLANK and state[0] > 0 and alfa_hand[0]:
            alfa_hand[0] -= 1
            state[0] -= 1
            break
    if hand[letter] + alfa_hand[letter] == 0:
        state[1] &= ~(1 << letter)
    stack[top, KIND] = kind
    return True


@compiled
def _laid(planes: np.ndarray, direction: int, stack: np.ndarray, top: int, line: int, tile_values: np.ndarray,
          alfa_factor: int) -> None:  # fmt: skip
    """The frame above: what is known once the frame's tile lies on its square."""
    place, letter, kind = stack[top, PLACE], stack[top, TILE], stack[top, KIND]
    tile = letter
    value = tile_values[letter]
    if kind in (AS_BLANK, AS_ALFA_BLANK):
        tile |= BLANK_BIT
        value = 0
    alfa = kind >= AS_ALFA
    if alfa:
        tile |= ALFA_BIT
        factor = alfa_factor
    else:
        value *= planes[direction, LETTERS_FACTOR, line, place]
        factor = planes[direction, WORD, line, place]
    stack[top + 1, POINTS] = stack[top, POINTS] + value
    stack[top + 1, FACTOR] = stack[top, FACTOR] * factor
    stack[top + 1, ACROSS] = stack[top, ACROSS]
    if planes[direction, CROSS, line, place] != NO_CROSS:
        stack[top + 1, ACROSS] += (
            (planes[direction, CROSS, line, place] + value) * factor * planes[direction, CROSS_FACTOR, line, place]
        )
    stack[top + 1, COUNT] = stack[top, COUNT] + 1
    stack[top + 1, LENGTH] = stack[top, LENGTH] + 1
    stack[top + 1, FLAGS] = (
        stack[top, FLAGS]
        | (WITH_ALFA if alfa else 0)
        | (JOINED if planes[direction, ANCHOR, line, place] & CONNECTED else 0)
    )
    if stack[top, LEFTWARDS]:
        stack[top + 1, CODE] = (stack[top, CODE] << TILE_BITS) | tile
        stack[top + 1, FIRST] = place
    else:
        stack[top + 1, CODE] = stack[top, CODE] | (tile << (TILE_BITS * stack[top, COUNT]))
        stack[top + 1, FIRST] = stack[top, FIRST]


@compiled
def search_from(planes: np.ndarray, size: int, nodes: np.ndarray, arcs: np.ndarray, left_root: int, direction: int,
                line: int, anchor: int, hand: np.ndarray, alfa_hand: np.ndarray, tile_values: np.ndarray,
                alfa_factor: int, alfa_room: int, most: int, stack: np.ndarray, state: np.ndarray,
                found: np.ndarray, used: int, best: bool) -> int:  # fmt: skip
    """Every play whose leftmost anchor is this one; how many have been found then. The hand is as before afterwards."""
    state[0] = alfa_room
    state[1] = letters_held(hand, alfa_hand)
    for i in range(FRAME):
        stack[0, i] = 0
    stack[0, PLACE] = anchor
    stack[0, LEFTWARDS] = 1
    stack[0, NODE] = left_root
    stack[0, KIND] = KINDS_OF_TILE
    stack[0, FACTOR] = 1
    letters = EVERY_LETTER if hand[0] + alfa_hand[0] else state[1]
    stack[0, UNTRIED] = nodes[left_root] & planes[direction, ALLOWED, line, anchor] & letters & EVERY_LETTER
    top = 0
    while top >= 0:
        if not _taken(stack, top, hand, alfa_hand, state):
            top -= 1
            continue
        _laid(planes, direction, stack, top, line, tile_values, alfa_factor)
        letters = EVERY_LETTER if hand[0] + alfa_hand[0] else state[1]
        arc = follow(nodes, arcs, stack[top, NODE], stack[top, TILE])
        if not stack[top, LEFTWARDS]:
            arc = _rightwards(
                planes, direction, size, nodes, arcs, stack, top + 1, line, stack[top, PLACE] + 1, arc, letters, most
            )
            if arc >= 0:
                if arc & 1:
                    used = _record(planes, direction, stack, top + 1, line, found, used, best)
                if stack[top + 1, UNTRIED]:
                    top += 1
            continue
        place = stack[top, PLACE] - 1
        while place >= 0 and planes[direction, LETTER, line, place]:
            arc = follow(nodes, arcs, arc >> 1, planes[direction, LETTER, line, place])
            if arc < 0:
                break
            stack[top + 1, POINTS] += planes[direction, VALUE, line, place]
            stack[top + 1, FACTOR] *= planes[direction, STANDING, line, place]
            stack[top + 1, LENGTH] += 1
            place -= 1
        if arc < 0:
            continue
        node = arc >> 1
        turned = top
        untried = np.int64(0)
        if place >= 0 and stack[top + 1, COUNT] < most and planes[direction, ANCHOR, line, place] % JOINS == 0:
            untried = nodes[node] & planes[direction, ALLOWED, line, place] & letters & EVERY_LETTER
        if untried:
            stack[top + 1, LEFTWARDS] = 1
            stack[top + 1, PLACE] = place
            stack[top + 1, NODE] = node
            stack[top + 1, TILE] = 0
            stack[top + 1, KIND] = KINDS_OF_TILE
            stack[top + 1, UNTRIED] = untried
            for i in range(FRAME):
                stack[top + 2, i] = stack[top + 1, i]
            turned = top + 1
        top = turned
        arc = follow(nodes, arcs, node, TURN)
        if arc >= 0:
            arc = _rightwards(
                planes, direction, size, nodes, arcs, stack, turned + 1, line, anchor + 1, arc, letters, most
            )
            if arc >= 0:
                if arc & 1:
                    used = _record(planes, direction, stack, turned + 1, line, found, used, best)
                if stack[turned + 1, UNTRIED]:
                    top = turned + 1
    return used
