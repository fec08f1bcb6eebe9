"""Sets of letters as the bits of an integer: letter n of the alphabet is bit n, bit 0 is the turn of the graph."""

from bots.engine.compiled import compiled

TURN = 0
"""The number that stands for "from here on to the right" in the graph; letters begin at 1."""

MOST_LETTERS = 30
"""Bits of a set in use: the turn and at most 29 letters."""

EVERY_LETTER = (1 << MOST_LETTERS) - 2

LETTER_BITS = 5
"""What a letter takes in a packed word."""


@compiled
def bits_in(value: int) -> int:
    """How many bits are set, of 32."""
    value = value - ((value >> 1) & 0x55555555)
    value = (value & 0x33333333) + ((value >> 2) & 0x33333333)
    value = (value + (value >> 4)) & 0x0F0F0F0F
    return ((value * 0x01010101) & 0xFFFFFFFF) >> 24


@compiled
def lowest(value: int) -> int:
    """The number of the lowest bit that is set; the value is not 0."""
    return bits_in((value & -value) - 1)
