"""What a channel is to the delivery: it is given rows, and says of each what became of it."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Protocol

from news.models import News


class Outcome(Enum):
    """What became of a row: sent; nothing for this channel to do, as where the person does not want it; to be tried
    LATER, at the moment that is given with it; given up."""

    SENT = "sent"
    NOTHING_TO_DO = "nothing to do"
    LATER = "later"
    GIVEN_UP = "given up"


class Channel(Protocol):
    """A way to reach somebody who is away."""

    def send(self, rows: Sequence[News], now_ms: int) -> Mapping[int, tuple[Outcome, int | None]]:
        """Send rows of one person; what became of each, by its primary key, with LATER's moment. One may be sent twice,
        where a worker was killed in between."""


CHANNELS: dict[str, Channel] = {}
"""The channels that there are, each by the name of its columns: "push", "mail". Each is entered as the app begins."""
