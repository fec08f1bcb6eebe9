"""The actions of games with tiles, for the registry of actions. What every game has is the kernel's."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.crossword.tiles import Placed, Tile, placed_token, read_placed, read_plain, read_tile
from game.kernel.actions import Action
from game.kernel.fields import Fields, bad, exactly, text, whole


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Lay these tiles and end the turn with the words they make."""

    do = "place"

    tiles: tuple[Placed, ...]

    @classmethod
    def read(cls, fields: Fields) -> "Place":
        """`tiles`: [row, column, token] each."""
        return cls(placed_tiles(fields))

    def dump(self) -> dict[str, Any]:
        """With the tiles as they were named."""
        return {"do": self.do, "tiles": [[tile.row, tile.col, placed_token(tile)] for tile in self.tiles]}


class PlainPlace(Place):
    """The same where tiles are letters and blanks alone: whatever else is named is a tile that no hand holds."""

    __slots__ = ()

    @classmethod
    def read(cls, fields: Fields) -> "PlainPlace":
        """`tiles`: [row, column, token] each; a token with a small letter, and "?", is a blank."""
        return cls(plain_tiles(fields))


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """Change these tiles of the hand for new ones, which ends the turn."""

    do = "swap"

    tiles: tuple[Tile, ...]

    @classmethod
    def read(cls, fields: Fields) -> "Swap":
        """`tiles`: tokens; one with a small letter, and "?", is a blank."""
        key = fields.key("tiles")
        tokens = (text(token, f"{key}[{i}]") for i, token in enumerate(fields.list("tiles")))
        return cls(tuple(read_plain(0, 0, token, fields.language).tile for token in tokens))

    def dump(self) -> dict[str, Any]:
        """With the tiles."""
        return {"do": self.do, "tiles": list(self.tiles)}


def placed_tiles(
    fields: Fields, read: Callable[[int, int, str, str], Placed | None] = read_placed
) -> tuple[Placed, ...]:
    """The field `tiles` of a placement or a draft, each token as `read` has it; raises BadField."""
    key = fields.key("tiles")
    return tuple(_placed(tile, f"{key}[{i}]", fields.language, read) for i, tile in enumerate(fields.list("tiles")))


def plain_tiles(fields: Fields) -> tuple[Placed, ...]:
    """The same where tiles are letters and blanks alone; raises BadField."""
    return placed_tiles(fields, read_plain)


def _placed(value: object, key: str, language: str, read: Callable[[int, int, str, str], Placed | None]) -> Placed:
    row, col, token = exactly(3, value, key, "[row, column, tile]")
    at = whole(row, f"{key}[0]"), whole(col, f"{key}[1]")
    placed = read(*at, text(token, f"{key}[2]"), language)
    if placed is None:
        bad(f"{key}[2]", "must be a tile")
    return placed


def read_hand_tile(value: object, key: str) -> Tile:
    """A tile of the hand by its token; raises BadField."""
    tile = read_tile(text(value, key))
    if tile is None:
        bad(key, "must be a tile")
    return tile
