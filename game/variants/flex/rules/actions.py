"""The actions that only this game has in their form: one turn of laying, moving and taking, and declining a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.crossword.actions import plain_tiles
from game.crossword.tiles import Placed, placed_token
from game.kernel.actions import Action
from game.kernel.fields import Fields, exactly, whole

Square = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Arrange(Action):
    """Lay tiles of the hand, and with them move tiles that lie (`moves`: from, to) and take some back into the hand
    (`takes`), each a (row, column); all of it at once, so that the order of the lists means nothing."""

    do = "place"

    tiles: tuple[Placed, ...]
    moves: tuple[tuple[Square, Square], ...] = ()
    takes: tuple[Square, ...] = ()

    @property
    def flexes(self) -> bool:
        """Whether it is a flex turn: one that moves or takes a tile."""
        return bool(self.moves or self.takes)

    @classmethod
    def read(cls, fields: Fields) -> "Arrange":
        """`tiles`: [row, column, token] each; `moves` and `takes` may be left out."""
        tiles = plain_tiles(fields)
        moves = tuple(_move(move, key) for key, move in _entries(fields, "moves"))
        return cls(tiles, moves, tuple(_square(square, key) for key, square in _entries(fields, "takes")))

    def dump(self) -> dict[str, Any]:
        """With the tiles as they were named, `moves` and `takes` where there are any."""
        data: dict[str, Any] = {"do": self.do, "tiles": [[p.row, p.col, placed_token(p)] for p in self.tiles]}
        if self.moves:
            data["moves"] = [[list(origin), list(target)] for origin, target in self.moves]
        if self.takes:
            data["takes"] = [list(square) for square in self.takes]
        return data


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Decline a match that the other player has made, before the end of one's first turn."""

    do, bound = "decline", False


def _entries(fields: Fields, name: str) -> Sequence[tuple[str, Any]]:
    """Every entry of a list that may be left out, with the way to it."""
    if name not in fields.data:
        return ()
    return [(f"{fields.key(name)}[{i}]", entry) for i, entry in enumerate(fields.list(name))]


def _move(value: object, key: str) -> tuple[Square, Square]:
    origin, target = exactly(2, value, key, "[from, to]")
    return _square(origin, f"{key}[0]"), _square(target, f"{key}[1]")


def _square(value: object, key: str) -> Square:
    row, col = exactly(2, value, key, "[row, column]")
    return whole(row, f"{key}[0]"), whole(col, f"{key}[1]")
