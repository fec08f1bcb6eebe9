"""What somebody asks for. Players' actions come from the wire or a record, the system's from the clock and presence."""

from dataclasses import dataclass
from typing import TypeAlias

from game.rules.basics import Millis
from game.rules.tiles import Placed, Tile


@dataclass(frozen=True, slots=True)
class Place:
    """Lay these tiles and end the turn with the words they make."""

    tiles: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn without a word."""


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy one item; open to either seat while the match runs."""

    item: str


@dataclass(frozen=True, slots=True)
class Use:
    """Use a held item on a cell (row, col), or, for one that takes tiles of the hand, on those."""

    item: str
    cell: tuple[int, int] | None = None
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer the Alfa choice: the tile to upgrade, or None to decline."""

    tile: Tile | None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match to the opponent."""


@dataclass(frozen=True, slots=True)
class Timeout:
    """The clock of the turn, or of the Alfa choice, ran out."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """The seat did not come back in time; `everyone` when all had left."""

    everyone: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """The seat's last sign of life was at `since` (ms) and its lease has run out."""

    since: Millis


@dataclass(frozen=True, slots=True)
class Return:
    """The seat is back."""


@dataclass(frozen=True, slots=True)
class Credit:
    """The site itself was away for `length` (ms): no clock ran. Nobody's action, but the service's."""

    length: Millis


Action: TypeAlias = Place | Pass | Buy | Use | Choose | Resign | Timeout | Abandon | Leave | Return | Credit
