"""The events of AlfaPower, beside those of every game. Kinds are of the kernel's list."""

from collections.abc import Sequence
from typing import Any

from game.crossword.tiles import Tile
from game.kernel.base_types import Seat
from game.kernel.events import Event, Kind


def words_scored(seat: Seat, words: Sequence[Sequence[Any]], score: int, coins: int, cells: Sequence[int],
                 factor: int = 1) -> Event:  # fmt: skip
    """Tiles were laid on `cells` and scored. A word is [text, points, face, fortify, letters, word, Alfa factor];
    `factor` is that of items by which the turn's points are multiplied, present where it is not 1."""
    public: dict[str, Any] = {"words": [list(word) for word in words], "score": score, "coins": coins}
    public["cells"] = list(cells)
    if factor != 1:
        public["factor"] = factor
    return Event(Kind.WORDS_SCORED, seat, public)


def attempt_failed(seat: Seat, points: int, coins: int, rejected: Sequence[str]) -> Event:
    """A failed attempt and what it really cost (coins stop at 0)."""
    return Event(Kind.ATTEMPT_FAILED, seat, {"points": points, "coins": coins}, {"rejected": list(rejected)})


def item_bought(seat: Seat, item: str, price: int) -> Event:
    """An item was bought for `price` coins."""
    return Event(Kind.ITEM_BOUGHT, seat, {"item": item, "price": price})


def item_used(seat: Seat, item: str, cell: tuple[int, int] | None = None, gave: Sequence[Tile] = (),
              got: Sequence[Tile] = (), was: tuple[str, Seat | None] = ("", None),
              shown: Sequence[Tile] = ()) -> Event:  # fmt: skip
    """An item was used on a cell (row, col), on `gave` tiles of the hand for `got` new ones, or on nothing. `was`: the
    letter that lay on the cell, "" for none, and whose tile or claim was there. `shown` are tiles of the bag that only
    its player has seen."""
    public: dict[str, Any] = {"item": item, "cell": list(cell) if cell is not None else None, "count": len(gave)}
    if was != ("", None):
        public["was"] = list(was)
    owner = {"gave": list(gave), "got": list(got), **({"shown": list(shown)} if shown else {})}
    return Event(Kind.ITEM_USED, seat, public, owner)


def alfa_offered(seat: Seat, tiles: Sequence[Tile]) -> Event:
    """The turn waits for the Alfa choice among these new tiles."""
    return Event(Kind.ALFA_OFFERED, seat, {}, {"tiles": list(tiles)})


def alfa_chosen(seat: Seat, tile: Tile | None) -> Event:
    """The choice was taken or declined."""
    return Event(Kind.ALFA_CHOSEN, seat, {"taken": tile is not None}, {"tile": tile})


def passed(seat: Seat, coins: int, conceded: bool) -> Event:
    """A voluntary pass."""
    return Event(Kind.PASSED, seat, {"coins": coins, "conceded": conceded})
