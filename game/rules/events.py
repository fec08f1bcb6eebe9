"""Facts: what an action brought about. They are logged, shown to players, and add up to scores and coins.

Each event says by itself what is public and what only its owner may see while the match runs; a field is in one of the
two mappings or nowhere, so that nothing becomes public by forgetting. When the match is over all is open.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.rules.basics import Millis, Seat
from game.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Event:
    """One fact of a `kind` about a `seat` (None: about the match); plain data in `public` and `owner`."""

    kind: str
    seat: Seat | None
    public: Mapping[str, Any] = field(default_factory=dict)
    owner: Mapping[str, Any] = field(default_factory=dict)

    def seen_by(self, viewer: Seat | None, over: bool) -> Mapping[str, Any]:
        """The fields a viewer may see; `over` when the match has ended."""
        if over or (viewer is not None and viewer == self.seat):
            return {**self.public, **self.owner}
        return self.public

    def data(self) -> dict[str, Any]:
        """Plain data for the log."""
        return {"kind": self.kind, "seat": self.seat, "public": dict(self.public), "owner": dict(self.owner)}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Event":
        """The event from its plain data."""
        return cls(data["kind"], data["seat"], data["public"], data["owner"])


def turn_began(seat: Seat, turn: int, deadline: Millis | None) -> Event:
    """A turn begins; `deadline` None without a timer."""
    return Event("turn_began", seat, {"turn": turn, "deadline": deadline})


def words_scored(seat: Seat, words: Sequence[Sequence[Any]], score: int, coins: int, cells: Sequence[int]) -> Event:
    """Tiles were laid on `cells` and scored. A word is [text, points, face, fortify, letters, word, Alfa factor]."""
    public = {"words": [list(word) for word in words], "score": score, "coins": coins, "cells": list(cells)}
    return Event("words_scored", seat, public)


def attempt_failed(seat: Seat, points: int, coins: int, rejected: Sequence[str]) -> Event:
    """A failed attempt and what it really cost (coins stop at 0)."""
    return Event("attempt_failed", seat, {"points": points, "coins": coins}, {"rejected": list(rejected)})


def tiles_drawn(seat: Seat, tiles: Sequence[Tile]) -> Event:
    """The hand was refilled."""
    return Event("tiles_drawn", seat, {"count": len(tiles)}, {"tiles": list(tiles)})


def item_bought(seat: Seat, item: str, price: int) -> Event:
    """An item was bought for `price` coins."""
    return Event("item_bought", seat, {"item": item, "price": price})


def item_used(seat: Seat, item: str, cell: tuple[int, int] | None = None, gave: Sequence[Tile] = (),
              got: Sequence[Tile] = ()) -> Event:  # fmt: skip
    """An item was used on a cell (row, col), or on `gave` tiles of the hand for `got` new ones."""
    public = {"item": item, "cell": list(cell) if cell is not None else None, "count": len(gave)}
    return Event("item_used", seat, public, {"gave": list(gave), "got": list(got)})


def alfa_offered(seat: Seat, tiles: Sequence[Tile]) -> Event:
    """The turn waits for the Alfa choice among these new tiles."""
    return Event("alfa_offered", seat, {}, {"tiles": list(tiles)})


def alfa_chosen(seat: Seat, tile: Tile | None) -> Event:
    """The choice was taken or declined."""
    return Event("alfa_chosen", seat, {"taken": tile is not None}, {"tile": tile})


def passed(seat: Seat, coins: int, conceded: bool) -> Event:
    """A voluntary pass."""
    return Event("passed", seat, {"coins": coins, "conceded": conceded})


def timed_out(seat: Seat) -> Event:
    """The turn's clock ran out."""
    return Event("timed_out", seat)


def seat_left(seat: Seat, since: Millis) -> Event:
    """A player is away; `since` is the last sign of life."""
    return Event("seat_left", seat, {"since": since})


def seat_returned(seat: Seat) -> Event:
    """A player is back."""
    return Event("seat_returned", seat)


def clock_credited(length: Millis) -> Event:
    """Every running clock was put off by `length` because the site itself was away."""
    return Event("clock_credited", None, {"length": length})


def match_ended(reason: str, winner: Seat | None) -> Event:
    """The match is over; `winner` None when nobody wins."""
    return Event("match_ended", None, {"reason": reason, "winner": winner})
