"""Find great plays, in every game: those that are worth much more than what was played before them."""

from collections.abc import Sequence
from typing import Any, Literal

from game.kernel.base_types import Seat

Moment = Literal["", "start", "own", "other"]
"""What a player's card shows of the moment: no word was laid yet, or the last one was great, this player's `own` or the
`other`'s."""

EARLIER = 3
"""Turns with words that must have been, before one can be great among them."""
TIMES = 2
"""How many times their mean it is worth at least."""


def great_one(receipts: Sequence[Any]) -> Seat | Literal["start"] | None:
    """The player of the last word, where that was a great play; "start" where no word was laid yet. From the turns that
    a page shows (`receipts`, the oldest first), by what is public: no hand and no bag."""
    told = [receipt for receipt in receipts if receipt.words]
    if not told:
        return "start"
    *before, last = told
    if len(before) < EARLIER or last.score <= 0:
        return None
    seat: Seat = last.seat
    return seat if last.score * len(before) >= TIMES * sum([receipt.score for receipt in before]) else None


def moment_of(great: Seat | Literal["start"] | None, seat: Seat) -> Moment:
    """What the card of that seat knows, by what `great_one` gave."""
    if great is None:
        return ""
    return "start" if great == "start" else "own" if great == seat else "other"
