"""The value, in final points, of the tiles that a play leaves in the hand: for every game with a rack and a bag."""

from collections.abc import Sequence
from typing import Protocol


class Held(Protocol):
    """A tile of a hand: its letter ("" for a blank) and what it counts."""

    @property
    def letter(self) -> str: ...

    @property
    def value(self) -> int: ...


VOWELS = frozenset("AEIOUYÅÄÖ")
VOWELS_WANTED = 0.42
"""The share of vowels in a hand that plays best."""

BLANK_KEPT = 14.0
"""What it is worth to keep a blank for a later turn."""

TWICE, UNBALANCED, CLUMSY = 2.0, 1.5, 3.0
"""What a second tile of a kind costs, a vowel too many or too few, and a tile of eight points or more."""

ENDGAME = 14
"""With fewer tiles in the bag, what is kept is worth less: there are fewer turns to come."""


def keeping(bag: int, kept: Sequence[Held]) -> float:
    """How well a hand of these tiles continues while so many tiles are in the bag."""
    value = 0.0
    seen: set[str] = set()
    vowels = 0
    for tile in kept:
        if not tile.letter:
            value += BLANK_KEPT
            continue
        if tile.letter in seen:
            value -= TWICE
        seen.add(tile.letter)
        vowels += tile.letter in VOWELS
        if tile.value >= 8:
            value -= CLUMSY
    letters = sum(1 for tile in kept if tile.letter)
    value -= UNBALANCED * abs(vowels - VOWELS_WANTED * letters)
    return value * goes_on(bag)


def goes_on(bag: int) -> float:
    """The share of a match still to come, for gains of later turns only: 1 but near its end."""
    return min(1.0, bag / ENDGAME)
