"""The action that only this game has in its form: laying a word, with a black tile and an arrow where used."""

from dataclasses import dataclass
from typing import Any

from game.crossword.actions import plain_tiles
from game.crossword.tiles import Placed, Tile, placed_token
from game.kernel.actions import Action
from game.kernel.fields import Fields, bad, exactly, whole
from game.variants.alfapet.rules.board import DIRECTIONS
from game.variants.alfapet.rules.tiles import ARROW, BLACK


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay letter tiles, and with them at most one `black` tile (row, column) before the word and at most one `arrow`
    (row, column, "across" or "down") under a letter; end the turn with the words they make."""

    do = "place"

    tiles: tuple[Placed, ...]
    black: tuple[int, int] | None = None
    arrow: tuple[int, int, str] | None = None

    @property
    def used(self) -> tuple[Tile, ...]:
        """Every tile of the rack that it uses."""
        black, arrow = (BLACK,) * (self.black is not None), (ARROW,) * (self.arrow is not None)
        return (*(placed.tile for placed in self.tiles), *black, *arrow)

    @classmethod
    def read(cls, fields: Fields) -> "Lay":
        """`tiles`: [row, column, token] each; `black` and `arrow`, of which null is as if left out."""
        return cls(plain_tiles(fields), _black(fields), _arrow(fields))

    def dump(self) -> dict[str, Any]:
        """With the tiles as they were named, black tile and arrow where used."""
        data: dict[str, Any] = {"do": self.do, "tiles": [[p.row, p.col, placed_token(p)] for p in self.tiles]}
        if self.black is not None:
            data["black"] = list(self.black)
        if self.arrow is not None:
            data["arrow"] = list(self.arrow)
        return data


def _black(fields: Fields) -> tuple[int, int] | None:
    value = fields.get("black")
    if value is None:
        return None
    key = fields.key("black")
    row, col = exactly(2, value, key, "[row, column]")
    return whole(row, f"{key}[0]"), whole(col, f"{key}[1]")


def _arrow(fields: Fields) -> tuple[int, int, str] | None:
    value = fields.get("arrow")
    if value is None:
        return None
    key = fields.key("arrow")
    row, col, direction = exactly(3, value, key, "[row, column, direction]")
    if not isinstance(direction, str) or direction not in DIRECTIONS:
        bad(f"{key}[2]", "must be across or down")
    return whole(row, f"{key}[0]"), whole(col, f"{key}[1]"), direction
