"""Tiles: the tokens that stand for them, the letters of each language, and the standard bags.

A tile in a hand or bag is a short text, as in the match record: "A", "?" a blank, "A*" and "?*" the same as Alfa tiles.
Letters are single composed characters (NFC); which exist is a table, never a case mapping.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

Tile: TypeAlias = str

BLANK = "?"
ALFA_MARK = "*"
HAND_SIZE = 7

# letter, value, and how many the bags of the 11, 15 and 19 boards hold
_ENGLISH = (
    ("A", 1, 6, 9, 12), ("B", 3, 2, 2, 3), ("C", 3, 1, 2, 3), ("D", 2, 3, 4, 5),
    ("E", 1, 9, 12, 15), ("F", 4, 1, 2, 3), ("G", 2, 2, 3, 4), ("H", 4, 1, 2, 3),
    ("I", 1, 6, 9, 12), ("J", 8, 1, 1, 1), ("K", 5, 1, 1, 1), ("L", 1, 3, 4, 5),
    ("M", 3, 1, 2, 3), ("N", 1, 4, 6, 8), ("O", 1, 6, 8, 10), ("P", 3, 1, 2, 3),
    ("Q", 10, 1, 1, 1), ("R", 1, 4, 6, 8), ("S", 1, 3, 4, 5), ("T", 1, 4, 6, 8),
    ("U", 1, 3, 4, 5), ("V", 4, 1, 2, 3), ("W", 4, 1, 2, 2), ("X", 8, 1, 1, 1),
    ("Y", 4, 1, 2, 2), ("Z", 10, 1, 1, 1), ("?", 0, 2, 2, 3),
)  # fmt: skip
_SWEDISH = (
    ("A", 1, 6, 8, 10), ("B", 4, 1, 2, 3), ("C", 8, 1, 1, 1), ("D", 1, 4, 5, 7),
    ("E", 1, 5, 7, 9), ("F", 3, 1, 2, 3), ("G", 2, 2, 3, 4), ("H", 2, 1, 2, 3),
    ("I", 1, 4, 5, 6), ("J", 7, 1, 1, 1), ("K", 2, 2, 3, 4), ("L", 1, 4, 5, 6),
    ("M", 2, 2, 3, 4), ("N", 1, 4, 6, 8), ("O", 2, 3, 5, 6), ("P", 4, 1, 2, 3),
    ("R", 1, 5, 8, 10), ("S", 1, 6, 8, 10), ("T", 1, 6, 8, 10), ("U", 4, 2, 3, 4),
    ("V", 3, 1, 2, 3), ("X", 8, 1, 1, 1), ("Y", 7, 1, 1, 1), ("Z", 10, 1, 1, 1),
    ("Å", 4, 1, 2, 3), ("Ä", 3, 1, 2, 3), ("Ö", 4, 1, 2, 3), ("?", 0, 2, 2, 3),
)  # fmt: skip
_COLUMN = {11: 0, 15: 1, 19: 2}

ALPHABETS: Mapping[str, str] = {
    "en": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "sv": "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ",
}
"""The letters of each language in order. A blank may stand for any of them, also for one that has no tile."""

_SMALL = {language: dict(zip(letters.lower(), letters, strict=True)) for language, letters in ALPHABETS.items()}


@dataclass(frozen=True, slots=True)
class TileSet:
    """A whole bag's tiles: `counts` and `values` by letter, "?" for blanks, in the alphabet's order with "?" last."""

    counts: Mapping[str, int]
    values: Mapping[str, int]

    @property
    def letters(self) -> tuple[str, ...]:
        """Every kind of tile, in order."""
        return tuple(self.counts)

    def value(self, letter: str) -> int:
        """Face value of a letter; a letter without a tile (Swedish Q, W) has none, nor has a blank."""
        return self.values.get(letter, 0)

    def bag(self) -> tuple[Tile, ...]:
        """All the tiles, sorted by code point as the fair deal wants them."""
        return tuple(sorted(letter for letter, count in self.counts.items() for _ in range(count)))


@lru_cache
def standard_tiles(language: str, size: int) -> TileSet:
    """The bag of a language ("en", "sv") for a board size (11, 15, 19): 70, 100 or 130 tiles."""
    table = {"en": _ENGLISH, "sv": _SWEDISH}[language]
    column = _COLUMN[size]
    return TileSet({row[0]: row[2:][column] for row in table}, {row[0]: row[1] for row in table})


class Placed(NamedTuple):
    """One tile of a placement: where, which tile of the hand, and the letter a blank is to be ("" when none is
    named).
    """

    row: int
    col: int
    tile: Tile
    named: str = ""


def is_alfa(tile: Tile) -> bool:
    """Whether the tile in hand or bag is an Alfa tile."""
    return tile.endswith(ALFA_MARK)


def letter_of(tile: Tile) -> str:
    """The letter of a tile, or "?"; the Alfa mark left out."""
    return tile[0]


def read_tile(token: str) -> Tile | None:
    """A tile of a hand from its token, letters composed; None when it has no such form. Which hand holds it, or none,
    is for the rules to say."""
    tile = unicodedata.normalize("NFC", token)
    return tile if len(tile.removesuffix(ALFA_MARK) or tile) == 1 else None


def read_placed(row: int, col: int, token: str, language: str) -> Placed | None:
    """A placed tile from its token: "A", "a" (a blank as A), "A*", "a*"; None when the token has no such form.

    NFC first, then exact membership in the alphabet: a small letter outside it is a blank that names no letter of the
    language, anything else outside it a tile that no hand holds. The rules then refuse either by name.
    """
    tile = read_tile(token)
    if tile is None:
        return None
    letter, mark = tile[0], tile[1:]
    small = _SMALL[language].get(letter)
    if small is not None:
        return Placed(row, col, BLANK + mark, small)
    if letter.islower():
        return Placed(row, col, BLANK + mark, letter)
    return Placed(row, col, letter + mark)


def read_plain(row: int, col: int, token: str, language: str) -> Placed:
    """The same where tiles are letters and blanks alone: a token with a small letter, and "?", is a blank; any other
    stands for a tile that a hand holds or not."""
    tile = unicodedata.normalize("NFC", token)
    if any(letter.islower() for letter in tile):
        return Placed(row, col, BLANK, _SMALL[language].get(tile, tile))
    return Placed(row, col, tile)


def placed_token(placed: Placed) -> str:
    """The record's token of a placed tile; `read_placed` undone."""
    if not placed.named:
        return placed.tile
    mark = ALFA_MARK if is_alfa(placed.tile) else ""
    return placed.named.lower() + mark


def without(tiles: Sequence[Tile], taken: Iterable[Tile]) -> tuple[Tile, ...] | None:
    """The tiles left when `taken` are removed, in order; None when they are not all there."""
    left = list(tiles)
    for tile in taken:
        if tile not in left:
            return None
        left.remove(tile)
    return tuple(left)
