"""A player's place in Quick Join as a plain value, from which the waiting page is drawn."""

from dataclasses import dataclass
from typing import Literal

from accounts.api import User
from lobby.models import Preset

CLOSE_MS = 2_000  # before the first clock: a page that polls from here on has seen that it is too late to cancel
LEAVE_MS = 1_000  # before the first clock: the match is made, and pages go to it so that the board is loaded in time


@dataclass(frozen=True, slots=True)
class Queue:
    """The players who may be paired with each other; made by `queue`, so both halves are known to exist."""

    preset: Preset
    language: str


Stage = Literal["waiting", "found", "matched", "closed"]


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in the queue. `found`: an opponent, who may not be present; `matched`: both are, and their first
    clock starts at `starts_at`; `match` is the public id once the match is made.

    `elsewhere`: the match is not of this queue; one that the player agreed on elsewhere has taken the place over.
    `closed`: the preset has been switched off, so no opponent will come, and the place lapses. `outdated`: it has been
    edited since, so no new opponent will come by these terms. `deal`: the commitment to add a number to, "" while there
    is none. `opponent` is the player who was found; `rated`: the match counts, as far as the players are known: only
    between two accounts. `choose_ms`: how long a player who practises meanwhile may still consider the opponent; None
    where there is nothing to choose.
    """

    stage: Stage
    queue: Queue
    joined_at: int
    match: str
    starts_at: int | None
    deal: str
    outdated: bool
    opponent: User | None = None
    rated: bool = False
    choose_ms: int | None = None
    elsewhere: bool = False

    def is_due(self, now_ms: int) -> bool:
        """Whether it is time for the player's pages to go to the match."""
        return bool(self.match) and self.starts_at is not None and now_ms >= self.starts_at - LEAVE_MS

    def may_cancel(self, now_ms: int) -> bool:
        """Whether a page that shows the place now offers to give it up."""
        return self.starts_at is None or now_ms < self.starts_at - CLOSE_MS
