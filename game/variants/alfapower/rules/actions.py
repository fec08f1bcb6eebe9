"""The actions that AlfaPower has beside those of any game with tiles."""

from dataclasses import dataclass
from typing import Any

from game.crossword.actions import read_hand_tile
from game.crossword.tiles import Tile
from game.kernel.actions import Action
from game.kernel.fields import Fields, bad, exactly, whole
from game.variants.alfapower.rules.items import ITEMS


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Buy one item; open to either seat while the match runs."""

    do, bound = "buy", False

    item: str

    @classmethod
    def read(cls, fields: Fields) -> "Buy":
        """`item`: its key."""
        return cls(_item(fields))

    def dump(self) -> dict[str, Any]:
        """With the item."""
        return {"do": self.do, "item": self.item}


@dataclass(frozen=True, slots=True)
class Use(Action):
    """Use a held item on a cell (row, col), on tiles of the hand, or on nothing, as the item aims."""

    do = "use"

    item: str
    cell: tuple[int, int] | None = None
    tiles: tuple[Tile, ...] = ()

    @classmethod
    def read(cls, fields: Fields) -> "Use":
        """`item`, and `cell`, `tiles` or neither by what it aims at."""
        item = _item(fields)
        if ITEMS[item].aim == "none":
            return cls(item)
        if ITEMS[item].aim == "hand":
            key = fields.key("tiles")
            tiles = enumerate(fields.list("tiles"))
            return cls(item, tiles=tuple(read_hand_tile(tile, f"{key}[{i}]") for i, tile in tiles))
        key = fields.key("cell")
        row, col = exactly(2, fields.need("cell"), key, "[row, column]")
        return cls(item, cell=(whole(row, f"{key}[0]"), whole(col, f"{key}[1]")))

    def dump(self) -> dict[str, Any]:
        """With what it is used on."""
        aims: dict[str, dict[str, Any]] = {
            "cell": {"cell": list(self.cell or ())},
            "hand": {"tiles": list(self.tiles)},
            "none": {},
        }
        return {"do": self.do, "item": self.item, **aims[ITEMS[self.item].aim]}


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Answer the Alfa choice: the tile to upgrade, or None to decline."""

    do = "choose"

    tile: Tile | None

    @classmethod
    def read(cls, fields: Fields) -> "Choose":
        """`tile`: a tile of the hand, or null."""
        tile = fields.need("tile")
        return cls(None if tile is None else read_hand_tile(tile, fields.key("tile")))

    def dump(self) -> dict[str, Any]:
        """With the tile."""
        return {"do": self.do, "tile": self.tile}


def _item(fields: Fields) -> str:
    item = fields.need("item")
    if not isinstance(item, str) or item not in ITEMS:
        bad(fields.key("item"), "unknown")
    return item
