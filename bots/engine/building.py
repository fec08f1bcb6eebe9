"""Builds the letter graph of a word list: the smallest automaton that can be walked from the middle of a word.

The graph has two parts. The right one is the list's minimal DAWG, walked forwards. The left one holds each beginning of
a word backwards, so a walk from any letter goes to the word's beginning, takes the turn into the DAWG at the node of
that beginning, and goes on rightwards after the letter where it began. (A GADDAG whose parts after the turn are one
DAWG.) Both are made from sorted words by the same function: what can no longer change is looked up among the nodes that
exist, or added.
"""

from typing import Any, NamedTuple

import numpy as np

from bots.engine.compiled import compiled
from bots.engine.letter_sets import LETTER_BITS, MOST_LETTERS, TURN

HALF = 12
"""Letters in each of the two numbers that a packed word is."""

LONGEST = 19
"""The longest word that fits on any board; longer ones are left out."""

_NOTHING = -1


class Graph(NamedTuple):
    """The automaton as two arrays. `nodes` (int64): the set of letters that lead on, and above 32 bits where its arcs
    begin; `arcs` (int32), one for each letter of the set in order: the next node × 2, and 1 more when a word ends
    there. `left` and `right` are where the two parts begin.

    They are read-only: whether an array is writable is part of its type, and the search is compiled for each type that
    it gets.
    """

    nodes: np.ndarray
    arcs: np.ndarray
    left: int
    right: int


def build(text: str, letters: str) -> Graph:
    """The graph of words (upper case, sorted, one a line). `letters` is the alphabet by code point.

    Raises ValueError for a character that is neither a letter nor a line end.
    """
    high, low = _packed_words(text, letters)
    nodes = np.zeros(1 << 16, np.int64)
    arcs = np.zeros(1 << 17, np.int32)
    table = np.full(1 << 18, _NOTHING, np.int32)
    no_values = np.zeros(0, np.int32)
    right, counts, nodes, arcs, table, ends, values = _minimised(
        high, low, no_values, nodes, arcs, table, np.array([1, 0], np.int64)
    )
    order = np.lexsort((ends[:, 1], ends[:, 0]))
    high, low, values = ends[order, 0], ends[order, 1], values[order]
    del ends, order
    left, counts, nodes, arcs, *_ = _minimised(high, low, values, nodes, arcs, table, counts)
    whole = Graph(nodes[: counts[0]].copy(), arcs[: counts[1]].copy(), int(left), int(right))
    for part in (whole.nodes, whole.arcs):
        part.flags.writeable = False
    return whole


def _packed_words(text: str, letters: str) -> tuple[np.ndarray, np.ndarray]:
    """Each word as two numbers (int64) of twelve letters of five bits, the first letter highest; sorted."""
    table = np.full(256, 255, np.uint8)
    if len(letters) >= MOST_LETTERS:
        raise ValueError("too many letters for a graph")
    spelled = str.maketrans({letter: chr(number) for number, letter in enumerate(letters, 1)})
    table[: len(letters) + 1] = np.arange(len(letters) + 1)
    codes = table[np.frombuffer(text.replace("\n", "\0").translate(spelled).encode("latin-1", "replace"), np.uint8)]
    if codes.size and codes.max() == 255:
        raise ValueError("a character that is no letter of the language")
    words, lengths = _cut(codes)
    fitting = (lengths > 1) & (lengths <= LONGEST)
    return words[fitting, 0], words[fitting, 1]


@compiled
def _cut(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Words packed from letters with a 0 after each word, and how long each is."""
    count = 0
    for code in codes:
        if code == 0:
            count += 1
    words = np.zeros((count, 2), np.int64)
    lengths = np.zeros(count, np.int64)
    at = 0
    length = 0
    for code in codes:
        if code == 0:
            lengths[at] = length
            at += 1
            length = 0
            continue
        if length < 2 * HALF:
            half = length // HALF
            words[at, half] |= np.int64(code) << (LETTER_BITS * (HALF - 1 - length % HALF))
        length += 1
    return words, lengths


@compiled
def _letter(high: int, low: int, place: int) -> int:
    """The letter at a place of a packed word; 0 after its end."""
    half = high if place < HALF else low
    return (half >> (LETTER_BITS * (HALF - 1 - place % HALF))) & ((1 << LETTER_BITS) - 1)


@compiled
def _kept(mask: int, own: np.ndarray, count: int, nodes: np.ndarray, arcs: np.ndarray, table: np.ndarray,
          counts: np.ndarray) -> int:  # fmt: skip
    """The node with these arcs: an existing one, or a new one. `counts` are nodes and arcs in use."""
    key = np.uint64(mask) * np.uint64(0x9E3779B97F4A7C15)
    for i in range(count):
        key = (key ^ np.uint64(own[i])) * np.uint64(0xBF58476D1CE4E5B9)
        key ^= key >> np.uint64(29)
    slot = np.int64(key >> np.uint64(8)) & (table.size - 1)
    while table[slot] >= 0:
        node = nodes[table[slot]]
        if node & 0xFFFFFFFF == mask:
            base = node >> 32
            same = True
            for i in range(count):
                if arcs[base + i] != own[i]:
                    same = False
                    break
            if same:
                return table[slot]
        slot = (slot + 1) & (table.size - 1)
    made = counts[0]
    nodes[made] = (counts[1] << 32) | mask
    for i in range(count):
        arcs[counts[1] + i] = own[i]
    counts[0] += 1
    counts[1] += count
    table[slot] = made
    return made


@compiled
def _hash_again(nodes: np.ndarray, arcs: np.ndarray, used: int, size: int) -> np.ndarray:
    """A larger table of the nodes in use (all but node 0, which has no arcs)."""
    table = np.full(size, -1, np.int32)
    for number in range(1, used):
        mask = nodes[number] & 0xFFFFFFFF
        base = nodes[number] >> 32
        key = np.uint64(mask) * np.uint64(0x9E3779B97F4A7C15)
        left = mask
        i = 0
        while left:
            key = (key ^ np.uint64(arcs[base + i])) * np.uint64(0xBF58476D1CE4E5B9)
            key ^= key >> np.uint64(29)
            left &= left - 1
            i += 1
        slot = np.int64(key >> np.uint64(8)) & (size - 1)
        while table[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        table[slot] = number
    return table


@compiled
def _minimised(high: np.ndarray, low: np.ndarray, values: np.ndarray, nodes: np.ndarray, arcs: np.ndarray,
               table: np.ndarray, counts: np.ndarray) -> Any:  # fmt: skip
    """Add the sorted packed words to the automaton: (root, counts, nodes, arcs, table, ends, end values).

    With `values` (one a word) a word leads by the turn's arc to its value. Without, words end on arcs, and `ends` are
    all their distinct beginnings, packed backwards, with the target of the turn there.
    """
    collecting = values.size == 0
    depth_of = LONGEST + 1
    mask = np.zeros(depth_of + 1, np.int64)
    count = np.zeros(depth_of + 1, np.int64)
    own = np.zeros((depth_of + 1, MOST_LETTERS + 2), np.int32)
    path = np.zeros(depth_of + 1, np.int64)
    ending = np.zeros(depth_of + 1, np.int64)
    ends = np.zeros((max(16, high.size * 2) if collecting else 1, 2), np.int64)
    end_values = np.zeros(ends.shape[0], np.int32)
    found = 0
    length = 0
    for number in range(high.size + 1):
        last = number == high.size
        common = 0
        if not last:
            while common < length and _letter(high[number], low[number], common) == path[common]:
                common += 1
        if counts[0] + depth_of >= nodes.size:
            larger = np.zeros(nodes.size * 3 // 2, np.int64)
            larger[: nodes.size] = nodes
            nodes = larger
        if counts[1] + depth_of * MOST_LETTERS >= arcs.size:
            more = np.zeros(arcs.size * 3 // 2, np.int32)
            more[: arcs.size] = arcs
            arcs = more
        if counts[0] * 2 >= table.size:
            table = _hash_again(nodes, arcs, counts[0], table.size * 2)
        while length > common:  # nothing more can be added below these
            node = (
                0 if mask[length] == 0 else _kept(mask[length], own[length], count[length], nodes, arcs, table, counts)
            )
            value = node * 2 + ending[length]
            if collecting:
                if found == ends.shape[0]:
                    longer = np.zeros((found * 3 // 2, 2), np.int64)
                    longer[:found] = ends
                    ends = longer
                    more_values = np.zeros(found * 3 // 2, np.int32)
                    more_values[:found] = end_values
                    end_values = more_values
                for place in range(length):
                    shift = LETTER_BITS * (HALF - 1 - place % HALF)
                    ends[found, place // HALF] |= path[length - 1 - place] << shift
                end_values[found] = value
                found += 1
            mask[length] = 0
            count[length] = 0
            ending[length] = 0
            length -= 1
            own[length, count[length]] = value
            mask[length] |= 1 << path[length]
            count[length] += 1
        if last:
            break
        while length < LONGEST:
            letter = _letter(high[number], low[number], length)
            if letter == 0:
                break
            path[length] = letter
            length += 1
        if collecting:
            ending[length] = 1
        elif mask[length] == 0:  # a beginning that comes twice would be a fault of the caller
            own[length, 0] = values[number]
            mask[length] = 1 << TURN
            count[length] = 1
    root = 0 if mask[0] == 0 else _kept(mask[0], own[0], count[0], nodes, arcs, table, counts)
    return root, counts, nodes, arcs, table, ends[:found], end_values[:found]
