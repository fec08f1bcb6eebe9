"""Chance: which tile of the bag comes next. It is always an argument of the rules, never found inside them.

A tile is a text here: what stands on it, only a game knows.

`FairChance` follows from a committed seed (the fair deal of the match record): number n is HMAC-SHA-256(seed, n) as a
big-endian integer. `RecordedChance` lends the draws of a record to a replay.
"""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

Entrant = TypeVar("Entrant")


class Chance(Protocol):
    """Something that picks tiles."""

    def pick(self, bag: Sequence[str], number: int) -> int:
        """The index, in the sorted bag, of the tile that chance `number` takes."""
        ...


class ImpossibleChance(Exception):
    """A draw that the bag cannot give, or a wrong number of draws."""


def fair_number(seed: bytes, number: int) -> int:
    """Number n (0, 1, 2 …) of the fair deal."""
    return int.from_bytes(hmac.digest(seed, str(number).encode("ascii"), "sha256"), "big")


def seat_order(seed: bytes, lobby_order: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Who sits where: number 0, modulo the number of players, says who gets seat 0; the rest follow in order."""
    first = fair_number(seed, 0) % len(lobby_order)
    return (*lobby_order[first:], *lobby_order[:first])


@dataclass(frozen=True, slots=True, repr=False)
class FairChance:
    """The chance of a committed seed (32 bytes)."""

    seed: bytes

    def pick(self, bag: Sequence[str], number: int) -> int:
        """The tile at (number modulo tiles left)."""
        return fair_number(self.seed, number) % len(bag)


class RecordedChance:
    """The draws of a record, in order; with a `seed` each must also follow from it. After a step `left` must be
    empty.
    """

    def __init__(self, tiles: Sequence[str], seed: bytes | None = None) -> None:
        self.left = list(tiles)
        self.fair = None if seed is None else FairChance(seed)

    def pick(self, bag: Sequence[str], number: int) -> int:
        """The place of the next recorded tile; raises ImpossibleChance when there is none, in record, bag or seed."""
        if not self.left:
            raise ImpossibleChance("fewer draws than the rules call for")
        tile = self.left.pop(0)
        if tile not in bag:
            raise ImpossibleChance(f"{tile} drawn, but there is none")
        if self.fair is not None and bag[self.fair.pick(bag, number)] != tile:
            raise ImpossibleChance(f"{tile} drawn, but the seed gives another")
        return bag.index(tile)


class LateDraws(RecordedChance):
    """The same for draws that are read only if there is anything to draw, by `read`; until then none are left over."""

    def __init__(self, read: Callable[[], Sequence[str]], seed: bytes | None = None) -> None:
        super().__init__((), seed)
        self._read: Callable[[], Sequence[str]] | None = read

    def pick(self, bag: Sequence[str], number: int) -> int:
        """As `RecordedChance.pick`."""
        self.look()
        return super().pick(bag, number)

    def look(self) -> None:
        """Read them though there was nothing to draw, so that any there are is left over."""
        if self._read is not None:
            self.left, self._read = list(self._read()), None


class NoChance:
    """For actions that draw nothing: any pick is a fault of the caller."""

    def pick(self, bag: Sequence[str], number: int) -> int:
        """Never right."""
        raise ImpossibleChance("this action draws nothing")


NO_CHANCE = NoChance()


def draw(bag: tuple[str, ...], count: int, number: int, chance: Chance) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """Take up to `count` tiles: (drawn in order, bag left, number of the next chance). One number a tile."""
    left = list(bag)
    drawn: list[str] = []
    while left and len(drawn) < count:
        drawn.append(left.pop(chance.pick(left, number)))
        number += 1
    return tuple(drawn), tuple(left), number
