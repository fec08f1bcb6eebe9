"""The verdicts of an analysis on turns, as plain values: stored with the match's analysis as JSON, and rendered from
that.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from bots.rules import Seat

SHOWN = 5
"""Best plays that are kept of a turn."""


class LaidTile(NamedTuple):
    """A tile of a play: its square (index in the board), letter, value, and kind."""

    cell: int
    letter: str
    value: int
    blank: bool
    alfa: bool


@dataclass(frozen=True, slots=True)
class Better:
    """A possible play: its points and coins, the word along its line and the square (index) where that begins."""

    points: int
    coins: int
    word: str
    start: int
    tiles: tuple[LaidTile, ...]

    @property
    def is_down(self) -> bool:
        """Whether the word goes down and not across: its tiles, with the square where it begins, lie below each other.
        A single tile on that very square goes across."""
        return any(tile.cell - self.start >= len(self.word) for tile in self.tiles)

    def data(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)

    @classmethod
    def of_data(cls, data: dict[str, Any]) -> "Better":
        """The play of plain values, as JSON gives them."""
        return cls(**data | {"tiles": tuple(LaidTile(*tile) for tile in data["tiles"])})


@dataclass(frozen=True, slots=True)
class Paid:
    """A power that would have paid: the item, the square it is used on, its price (0: it was held), and the points and
    the word of the best play with it."""

    item: str
    cell: int
    price: int
    points: int
    word: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn compared with the possible plays, from the hand and the board at its beginning.

    `end` is that of its receipt, `word` "" where none was laid, `best` are the best plays without purchases, the best
    first. `scores` are those of all seats after it.
    """

    turn: int
    seat: Seat
    end: str
    points: int
    coins: int
    word: str
    best: tuple[Better, ...]
    power: Paid | None
    scores: tuple[int, ...]

    @property
    def share(self) -> int | None:
        """The points scored in per cent of those of the best play, at most 100; None if no play was possible, or the
        match ended before any action."""
        if not self.end or not self.best or self.best[0].points <= 0:
            return None
        return min(100, max(0, round(100 * self.points / self.best[0].points)))

    @property
    def is_best(self) -> bool:
        """Whether no play would have scored more."""
        return bool(self.best) and self.points >= self.best[0].points

    def data(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)


def of_data(data: dict[str, Any]) -> Judged:
    """The inverse of `Judged.data`."""
    best = tuple(Better.of_data(one) for one in data["best"])
    power = Paid(**data["power"]) if data["power"] else None
    return Judged(**data | {"best": best, "power": power, "scores": tuple(data["scores"])})


def accuracy(turns: Sequence[Judged], seat: Seat) -> int | None:
    """The mean of a player's shares in per cent, None for one who never had a play to make."""
    shares = [turn.share for turn in turns if turn.seat == seat and turn.share is not None]
    return round(sum(shares) / len(shares)) if shares else None


def turning_point(turns: Sequence[Judged], winner: Seat | None) -> Judged | None:
    """The turn that moved the lead most in the winner's favour (any player's, without a winner); None if none did."""
    best: tuple[int, Judged] | None = None
    before = tuple(0 for _ in turns[0].scores) if turns else ()
    for turn in turns:
        seat = turn.seat if winner is None else winner
        moved = lead(turn.scores, seat) - lead(before, seat)
        if moved > 0 and (best is None or moved > best[0]):
            best = moved, turn
        before = turn.scores
    return best[1] if best else None


def lead(scores: Sequence[int], seat: Seat) -> int:
    """By how much a seat is ahead of the best of the others."""
    return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)
