"""The bag: 120 tiles, of which 112 are letters, 2 blanks, 2 black tiles and 4 arrows (rule 1, Bag)."""

from collections.abc import Iterable, Mapping

from game.crossword.tiles import BLANK, Tile, TileSet

BLACK = "#"
ARROW = ">"
SPECIALS = (BLACK, ARROW)
WORTHLESS = (BLANK, BLACK, ARROW)
"""Tiles that are never worth anything."""

_SPECIAL_COUNTS = {BLANK: 2, BLACK: 2, ARROW: 4}

# letter, count and value, in the alphabet's order
_LETTERS = {
    "sv": (
        "A9·1 B2·4 C2·8 D7·1 E8·1 F2·4 G4·2 H3·3 I6·1 J1·8 K3·3 L7·1 M3·3 N7·1 O5·2 P3·3 Q1·10 R9·1 S8·1 T7·1 U3·3 "
        "V2·4 X1·10 Y2·8 Z1·10 Å2·4 Ä2·4 Ö2·4"
    ),
    "en": (
        "A11·1 B2·3 C2·3 D5·2 E14·1 F2·4 G4·2 H2·4 I10·1 J1·8 K1·5 L5·1 M2·3 N7·1 O9·1 P2·3 Q1·10 R7·1 S5·1 T7·1 U5·1 "
        "V2·4 W2·4 X1·8 Y2·4 Z1·10"
    ),
}


def _table(language: str) -> Mapping[str, tuple[int, int]]:
    pairs = {}
    for entry in _LETTERS[language].split():
        count, value = entry[1:].split("·")
        pairs[entry[0]] = int(count), int(value)
    return pairs


_TABLES = {language: _table(language) for language in _LETTERS}


def standard_tiles(language: str, specials: bool) -> TileSet:
    """The bag of a language ("en", "sv"); without `specials` no black tiles and no arrows."""
    table = _TABLES[language]
    counts = {letter: count for letter, (count, _) in table.items()} | _SPECIAL_COUNTS
    values = {letter: value for letter, (_, value) in table.items()} | dict.fromkeys(_SPECIAL_COUNTS, 0)
    return without_specials(TileSet(counts, values), specials)


def without_specials(tiles: TileSet, specials: bool) -> TileSet:
    """The bag as it is played: in the simplest variant, without `specials`, black tiles and arrows leave it."""
    if specials:
        return tiles
    counts = {tile: count for tile, count in tiles.counts.items() if tile not in SPECIALS}
    return TileSet(counts, {tile: tiles.value(tile) for tile in counts})


def has_letter_tile(hand: Iterable[Tile]) -> bool:
    """Whether a letter or a blank is in the rack."""
    return any(tile not in SPECIALS for tile in hand)
