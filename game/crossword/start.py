"""What a match with a bag and hands begins with, and how a record holds it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from game.crossword.tiles import ALPHABETS, BLANK, Tile, TileSet
from game.kernel.chance import Chance, ImpossibleChance, RecordedChance, draw
from game.kernel.fields import bad, exactly, listed, mapping, need, text, whole
from game.kernel.pace_settings import head_starts
from game.kernel.setting_types import Ruleset
from game.kernel.variant import Dealt

FIRST_DRAW = 1
"""Number 0 of the fair deal says who sits where, or is kept for the lot; the tiles begin with number 1."""
MOST_TILES = 1_000
LARGEST_VALUE = 1_000
COMMON_MARKS = ".dtDT*"
"""The marks of a board, where a game has no others."""

P = TypeVar("P")
ReadTile = Callable[[object, str], Tile]


@dataclass(frozen=True, slots=True)
class Start:
    """Bag and board (rows) of a match, None for the standard ones, and the hands that a record holds."""

    tileset: TileSet | None = None
    layout: tuple[str, ...] | None = None
    hands: tuple[tuple[Tile, ...], ...] = ()


def deal_hands(tileset: TileSet, seats: int, size: int,
               chance: Chance) -> tuple[list[tuple[Tile, ...]], tuple[Tile, ...], int]:  # fmt: skip
    """A hand of `size` for one player after the other: (the hands, the bag left, number of the next chance)."""
    bag, number, hands = tileset.bag(), FIRST_DRAW, []
    for _seat in range(seats):
        hand, bag, number = draw(bag, size, number, chance)
        hands.append(hand)
    return hands, bag, number


def seated(kind: Callable[..., P], hands: Sequence[tuple[Tile, ...]], rules: Ruleset, **own: Any) -> tuple[P, ...]:
    """The players with the hands that were dealt and their head starts; `own` are fields that only one game has."""
    points = head_starts(rules, len(hands))
    return tuple(kind(hand=hand, score=score, **own) for hand, score in zip(hands, points, strict=True))


def start_of(state: Any) -> Start:
    """The bag and the board that a match began with."""
    return Start(state.tileset, tuple(rows_of(state.board.layout, state.board.size)))


def rows_of(layout: str, size: int) -> list[str]:
    """The rows of a square board from its marks joined."""
    return [layout[start : start + size] for start in range(0, size * size, size)]


def read_start(record: Mapping[str, Any], language: str, size: int, seats: int, read_tile: ReadTile) -> Start:
    """`bag` and `board` (rows of `size`), where the record brings its own, and its `hands`. Raises BadField."""
    return Start(
        tileset=read_bag(record["bag"], language) if "bag" in record else None,
        layout=read_board(record["board"], size) if "board" in record else None,
        hands=read_hands(record, seats, read_tile),
    )


def write_start(tiles: TileSet, standard_tiles: TileSet, layout: str, standard_layout: Sequence[str]) -> dict[str, Any]:
    """`bag` and `board` as a record has them, each only where the match had another than the standard one."""
    own: dict[str, Any] = {}
    if tiles != standard_tiles:
        own["bag"] = {letter: [count, tiles.value(letter)] for letter, count in tiles.counts.items()}
    if layout != "".join(standard_layout):
        own["board"] = rows_of(layout, len(standard_layout))
    return own


def recorded_deal(deal: Callable[[Chance], Dealt], hands: Sequence[Sequence[Tile]], seed: bytes | None,
                  before: Sequence[str] = ()) -> Any:  # fmt: skip
    """The match as a `deal` makes it of the hands that a record holds, and of what it drew `before` them. Raises
    ImpossibleChance where the deal cannot have given these hands."""
    chance = RecordedChance([*before, *(tile for hand in hands for tile in hand)], seed)
    try:
        state = deal(chance).step.state
    except ImpossibleChance as impossible:
        raise ImpossibleChance(f"hands: {impossible}") from impossible
    for seat, (hand, player) in enumerate(zip(hands, state.players, strict=True)):
        if player.hand != hand:
            raise ImpossibleChance(f"hands[{seat}]: {len(hand)} tiles, the deal gives {len(player.hand)}")
    return state


def read_bag(value: object, language: str, worthless: Sequence[Tile] = (BLANK,)) -> TileSet:
    """`{"A": [count, value], …, "?": [count, 0]}`; `worthless` are the tiles that are no letters. Raises BadField."""
    bag = mapping(value, "bag")
    counts, values = {}, {}
    for letter in (*ALPHABETS[language], *worthless):
        if letter not in bag:
            continue
        key = f"bag.{letter}"
        pair = exactly(2, bag[letter], key, "[count, value]")
        count, worth = whole(pair[0], key), whole(pair[1], key)
        if count < 0 or not 0 <= worth <= LARGEST_VALUE or (letter in worthless and worth):
            bad(key, "out of range")
        counts[letter], values[letter] = count, worth
    for letter in bag:
        if letter not in counts:
            bad(f"bag.{letter}", "no letter of the language")
    if sum(counts.values()) > MOST_TILES:
        bad("bag", f"more than {MOST_TILES} tiles")
    return TileSet(counts, values)


def read_board(value: object, size: int, marks: str = COMMON_MARKS) -> tuple[str, ...]:
    """`size` rows of as many of the `marks`. Raises BadField."""
    rows = exactly(size, value, "board", f"a list of {size} rows")
    for i, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != size or any(mark not in marks for mark in row):
            bad(f"board[{i}]", f"must be {size} of the characters {' '.join(marks)}")
    return tuple(rows)


def read_tiles(value: object, key: str, read_tile: ReadTile) -> tuple[Tile, ...]:
    """A list of tiles. Raises BadField."""
    return tuple(read_tile(tile, f"{key}[{i}]") for i, tile in enumerate(listed(value, key, MOST_TILES)))


def plain_tile(value: object, key: str) -> Tile:
    """A tile of one character, of whatever letter: one that the bag has not is impossible, not malformed."""
    token = text(value, key)
    if len(token) != 1:
        bad(key, "must be a tile")
    return token


def read_hands(record: Mapping[str, Any], seats: int, read_tile: ReadTile) -> tuple[tuple[Tile, ...], ...]:
    """`hands`, one for each seat. Raises BadField."""
    hands = exactly(seats, need(record, "hands"), "hands", f"a list of {seats} hands")
    return tuple(read_tiles(hand, f"hands[{i}]", read_tile) for i, hand in enumerate(hands))
