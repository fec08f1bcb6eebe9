"""Expands a word into plays: the search finds a word once, and here it becomes one play for each choice of blanks and
Alfa tiles that the hand has.
"""

import numpy as np

from bots.engine.board_lines import CROSS, CROSS_FACTOR, LETTERS_FACTOR, NO_CROSS, WORD
from bots.engine.compiled import compiled
from bots.engine.letter_sets import MOST_LETTERS, bits_in
from bots.engine.plays_found import ALFA_BIT, BLANK_BIT, MOST_TILES, TILE_BITS, keep, least_kept

PLAIN, ALFA, ALL, WORTH = range(4)
"""Rows of a hand, by letter: plain tiles, Alfa tiles, both together, and what a letter is worth (0 where no tile but a
blank can be it). The search takes tiles from ALL, where a letter for which a blank has to lie is below 0; index 0 is
left as it was."""

LAID, PLACES, LETTERS, SQUARES, HELD, LOSSES, LATER, CHOSEN, NEEDED, SPARE = range(10)
"""Rows of what lies, by tile: letters and places as the search lays them; the same in the order of the line; the row of
the hand that each is from, what a blank there loses, how many tiles after it are the same; the blanks chosen, which of
them there have to be; and, by row of the hand, the blanks that may be chosen freely."""

ROWS = 10


@compiled
def hands_of(hand: np.ndarray, alfa_hand: np.ndarray, tile_values: np.ndarray) -> np.ndarray:
    """The hand in this module's form."""
    hands = np.zeros((4, hand.size), np.int64)
    for letter in range(hand.size):
        hands[PLAIN, letter] = hand[letter]
        hands[ALFA, letter] = alfa_hand[letter]
        hands[ALL, letter] = hand[letter] + alfa_hand[letter]
        if hands[ALL, letter]:
            hands[WORTH, letter] = tile_values[letter]
    hands[WORTH, 0] = 0
    return hands


@compiled
def letters_held(hands: np.ndarray) -> int:
    """The letters with a tile, without blanks."""
    letters = 0
    for letter in range(1, MOST_LETTERS):
        if hands[ALL, letter]:
            letters |= 1 << letter
    return letters


@compiled
def record(row: np.ndarray, where: int, count: int, lefts: int, fixed: int, standing: int, bonus: int, blanks: int,
           joined: int, hands: np.ndarray, alfas: int, alfa_factor: int, laid: np.ndarray, found: np.ndarray,
           used: int, best: bool, limit: int) -> int:  # fmt: skip
    """Add all plays of a word of which the search has laid `count` tiles, the first `lefts` of them leftwards; returns
    how many plays there are then.

    `row` is the line; `fixed` and `standing` are the points and the factor of the tiles on the board, `bonus` is what
    so many tiles bring; `blanks` are left over in the hand. Unless `joined`, at least one is an Alfa tile. Plays below
    the `limit` may be left out.
    """
    code = 0
    for i in range(count):
        at = lefts - 1 - i if i < lefts else i
        laid[LETTERS, i] = laid[LAID, at]
        laid[SQUARES, i] = laid[PLACES, at]
        code |= laid[LAID, at] << (TILE_BITS * i)
    if alfas == 0:
        for i in range(count):
            laid[HELD, i] = ALL
        laid[SPARE, ALL] = blanks
        missing = hands[ALL, 0] - blanks
        if missing:
            _count_later(count, laid)
        return _scored(row, where, count, code, 0, fixed, standing, bonus, missing, blanks + missing, hands,
                       alfa_factor, laid, found, used, best, limit)  # fmt: skip
    chosen = 0 if joined else 1
    while chosen < 1 << count:
        missing = 0
        laid[SPARE, PLAIN] = hands[PLAIN, 0]
        laid[SPARE, ALFA] = hands[ALFA, 0]
        for i in range(count):
            kind = ALFA if chosen >> i & 1 else PLAIN
            laid[HELD, i] = kind
            hands[kind, laid[LETTERS, i]] -= 1
            if hands[kind, laid[LETTERS, i]] < 0:
                missing += 1
                laid[SPARE, kind] -= 1
        if laid[SPARE, PLAIN] >= 0 and laid[SPARE, ALFA] >= 0:
            _count_later(count, laid)
            open_blanks = laid[SPARE, PLAIN] + laid[SPARE, ALFA] + missing
            limit = least_kept(found, used, best, limit)
            used = _scored(row, where, count, code, chosen, fixed, standing, bonus, missing, open_blanks, hands,
                           alfa_factor, laid, found, used, best, limit)  # fmt: skip
        for i in range(count):
            hands[laid[HELD, i], laid[LETTERS, i]] += 1
        chosen += 1 if bits_in(chosen) < alfas else chosen & -chosen  # the next one that has not too many
    return used


@compiled
def _count_later(count: int, laid: np.ndarray) -> None:
    """For each tile, how many after it are the same letter from the same row of the hand."""
    for i in range(count):
        laid[LATER, i] = 0
        for j in range(i + 1, count):
            if laid[LETTERS, j] == laid[LETTERS, i] and laid[HELD, j] == laid[HELD, i]:
                laid[LATER, i] += 1


@compiled
def _scored(row: np.ndarray, where: int, count: int, code: int, chosen: int, fixed: int, standing: int, bonus: int,
            missing: int, open_blanks: int, hands: np.ndarray, alfa_factor: int, laid: np.ndarray, found: np.ndarray,
            used: int, best: bool, limit: int) -> int:  # fmt: skip
    """Add the plays with just these Alfa tiles: one for each choice of blanks."""
    factor = standing
    for i in range(count):
        factor *= alfa_factor if chosen >> i & 1 else row[laid[SQUARES, i], WORD]
    score = fixed * factor + bonus
    gain = 0
    for i in range(count):
        place = laid[SQUARES, i]
        value = hands[WORTH, laid[LETTERS, i]]
        times = row[place, WORD]
        if chosen >> i & 1:
            times = alfa_factor
            code |= ALFA_BIT << (TILE_BITS * i)
        else:
            value *= row[place, LETTERS_FACTOR]
        loss = value * factor
        if row[place, CROSS] != NO_CROSS:
            times *= row[place, CROSS_FACTOR]
            loss += value * times
            score += row[place, CROSS] * times
        score += loss
        laid[LOSSES, i] = loss
        if loss < 0:
            gain -= loss
    if open_blanks == 0:
        return keep(found, used, best, score, where, code)
    return _with_blanks(where, count, code, score, missing, open_blanks, gain, hands, laid, found, used, best, limit)


@compiled
def _with_blanks(where: int, count: int, code: int, score: int, missing: int, open_blanks: int, gain: int,
                 hands: np.ndarray, laid: np.ndarray, found: np.ndarray, used: int, best: bool, limit: int
                 ) -> int:  # fmt: skip
    """Add a word with each choice of blanks. `missing` is how many there have to be (the letters below 0 in the hand
    say which), `open_blanks` how many there may be, `gain` the most that blanks can bring where a square takes points
    off."""
    if missing == 0:
        used = keep(found, used, best, score, where, code)
        limit = least_kept(found, used, best, limit)
    depth = 0
    i = 0
    while True:
        if i < count and open_blanks > 0:
            kind = laid[HELD, i]
            letter = laid[LETTERS, i]
            needed = hands[kind, letter] < 0
            if (needed or laid[SPARE, kind] > 0) and score - laid[LOSSES, i] + gain >= limit:
                if needed:
                    missing -= 1
                else:
                    laid[SPARE, kind] -= 1
                hands[kind, letter] += 1
                open_blanks -= 1
                score -= laid[LOSSES, i]
                code |= BLANK_BIT << (TILE_BITS * i)
                laid[CHOSEN, depth] = i
                laid[NEEDED, depth] = needed
                depth += 1
                i += 1
                if missing == 0:
                    used = keep(found, used, best, score, where, code)
                    limit = least_kept(found, used, best, limit)
                continue
        elif depth == 0:
            return used
        else:
            depth -= 1
            i = laid[CHOSEN, depth]
            kind = laid[HELD, i]
            letter = laid[LETTERS, i]
            if laid[NEEDED, depth]:
                missing += 1
            else:
                laid[SPARE, kind] += 1
            hands[kind, letter] -= 1
            open_blanks += 1
            score += laid[LOSSES, i]
            code ^= BLANK_BIT << (TILE_BITS * i)
        # plain, where tiles of that letter suffice for it and for those after it that are not blanks
        i = i + 1 if hands[kind, letter] >= 0 or -hands[kind, letter] <= laid[LATER, i] else count


@compiled
def scratch() -> np.ndarray:
    """Room for what lies."""
    return np.zeros((ROWS, MOST_TILES + 1), np.int64)
