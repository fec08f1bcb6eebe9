"""The balance of the game, computed with confidence intervals: shares, and nothing from too few matches.

A share's interval is Wilson's; that of a mean return takes a player's match as one observation. Both are of 95 %.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game import api as game

LEAST = 100
"""Fewer matches than this say nothing here."""

_Z = 1.959964  # 95 %

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Share:
    """A share of `n` matches with its interval; `known` is False when there are too few."""

    won: int
    n: int

    @property
    def known(self) -> bool:
        """Whether there are enough matches for a statement."""
        return self.n >= LEAST

    @property
    def share(self) -> float:
        """The share itself."""
        return self.won / self.n

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self._wilson(-1)

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self._wilson(1)

    def _wilson(self, side: int) -> float:
        z2 = _Z * _Z / self.n
        root = _Z * math.sqrt(self.share * (1 - self.share) / self.n + z2 / (4 * self.n))
        return min(1.0, max(0.0, (self.share + z2 / 2 + side * root) / (1 + z2)))


@dataclass(frozen=True, slots=True)
class Return:
    """Net points per purchase: what it brought its buyer less what it gave the opponent. `n` are players' matches."""

    n: int
    bought: float
    mean: float
    margin: float

    @property
    def known(self) -> bool:
        """Whether there are enough matches for a statement."""
        return self.n >= LEAST

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.margin


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One power, in all its matches or a part of them: `key` names the part (a price, a board, a seat).

    `sole` is how often the player won who was the only one to buy it.
    """

    item: str
    key: Any
    sole: Share
    bought: int
    used: int
    returned: Return | None


@dataclass(frozen=True, slots=True)
class Answer:
    """Is a power too strong? `verdict` is "few", "maybe", "no" or "unclear"; `others` the same share of all the other
    powers together, the yardstick."""

    verdict: str
    sole: Share
    others: Share


@dataclass(frozen=True, slots=True)
class Balance:
    """Everything the page shows. `first` is how often the player who moved first won, on each board."""

    matches: int
    first: tuple[tuple[int, Share], ...]
    items: tuple[ItemLine, ...]
    prices: tuple[ItemLine, ...]
    boards: tuple[ItemLine, ...]
    seats: tuple[ItemLine, ...]
    blast: Answer


def read(data: Mapping[str, Sequence[Row]]) -> Balance:
    """The balance from a stored report."""
    seats, items = data["seats"], data["items"]
    first = [row for row in seats if row["seat"] == 0]
    return Balance(
        matches=sum(row["n"] for row in first),
        first=tuple((row["board_size"], Share(row["won"], row["n"])) for row in first),
        items=_lines(items, lambda row: ""),
        prices=_lines(items, lambda row: row["price"]),
        boards=_lines(items, lambda row: row["board_size"]),
        seats=_lines(items, lambda row: row["seat"]),
        blast=too_strong(items, "blast"),
    )


def too_strong(items: Sequence[Row], item: str) -> Answer:
    """Whether the sole buyers of one power win more often than the sole buyers of the others.

    Not compared with one half: a player who can afford a power is often ahead already, and so are the others' buyers.
    """
    sole = _share(row for row in items if row["item"] == item)
    others = _share(row for row in items if row["item"] != item)
    if not sole.known or not others.known:
        return Answer("few", sole, others)
    if sole.low > others.share:
        return Answer("maybe", sole, others)
    return Answer("no" if sole.high < others.share else "unclear", sole, others)


def _lines(items: Sequence[Row], key: Callable[[Row], Any]) -> tuple[ItemLine, ...]:
    """One row per power and key, powers in shop order."""
    known = game.members()
    order = {name: place for place, name in enumerate(known)}
    parts: dict[tuple[str, Any], list[Row]] = {}
    for row in items:
        parts.setdefault((row["item"], key(row)), []).append(row)
    return tuple(
        ItemLine(
            item=name,
            key=part,
            sole=_share(rows),
            bought=round(sum(row["b"] for row in rows)),
            used=sum(row["n_used"] for row in rows),
            returned=_returned(rows) if name in known and known[name].returns == "extra" else None,
        )
        for (name, part), rows in sorted(parts.items(), key=lambda entry: (order.get(entry[0][0], 99), entry[0]))
    )


def _share(rows: Iterable[Row]) -> Share:
    rows = list(rows)
    return Share(sum(row["alone_won"] for row in rows), sum(row["alone_n"] for row in rows))


def _returned(rows: Sequence[Row]) -> Return:
    """The mean of a ratio, with its standard error from the observations' deviations."""
    n, b, r = (sum(row[name] for row in rows) for name in ("rows", "b", "r"))
    bb, rb, rr = (sum(row[name] for row in rows) for name in ("bb", "rb", "rr"))
    mean = r / b
    spread = max(0.0, rr - 2 * mean * rb + mean * mean * bb)
    margin = _Z * math.sqrt(spread * n / (n - 1)) / b if n > 1 else 0.0
    return Return(n, b, mean, margin)
