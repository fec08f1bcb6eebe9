"""The exchange of tiles that leaves the best hand, where that is a turn and tiles are letters and blanks."""

from collections.abc import Sequence
from typing import Protocol

from bots.engine.kept_tiles import Held, keeping
from bots.rules import Action, Swap

KEPT_FOR_AN_EXCHANGE = (0, 2, 4)
"""How many letters that go well together an exchange may keep, beside blanks."""


class HeldToken(Held, Protocol):
    """A tile of the own hand, with the record's token."""

    @property
    def tile(self) -> str: ...


def best_exchange(bag: int, hand: Sequence[HeldToken], most: int) -> tuple[float, Action] | None:
    """The best exchange of up to `most` tiles, with what the hand kept is worth; None where there is none."""
    found: list[tuple[float, Action]] = []
    for count in KEPT_FOR_AN_EXCHANGE:
        kept, given = _parted(bag, hand, count)
        if 0 < len(given) <= most:
            found.append((keeping(bag, kept), Swap(tuple(tile.tile for tile in given))))
    return max(found, key=lambda one: one[0], default=None)


def _parted(bag: int, hand: Sequence[HeldToken], count: int) -> tuple[list[HeldToken], list[HeldToken]]:
    """The hand as what is kept (blanks, and so many letters that go well with them) and what is given."""
    kept = [tile for tile in hand if not tile.letter]
    given = [tile for tile in hand if tile.letter]
    for _ in range(min(count, len(given))):
        best = max(given, key=lambda tile: keeping(bag, [*kept, tile]) - tile.value / 10)
        given.remove(best)
        kept.append(best)
    return kept, given
