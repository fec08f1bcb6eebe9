"""The registry of actions: each is a class that reads and writes itself.

Wire, record and log use the same classes, so that none of them can lose a field that another has. A game has a handler
for each action it knows; what only another game of the family has is refused by its name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from game.kernel.base_types import Millis
from game.kernel.fields import Fields, bad

FAMILY = (
    "place", "pass", "swap", "buy", "use", "choose", "take", "decline", "timeout", "resign", "abandon",
    "call_off", "adjourn",
)  # fmt: skip
"""What can be done in some game of the platform, as a record names it. No game has all of them."""


class Origin(StrEnum):
    """The source of an action: a player by the wire, time alone, or the site. A record holds the first and those of
    time; it holds no player's courtesy to another."""

    PLAYER = "player"
    COURTESY = "courtesy"
    TIME = "time"
    SITE = "site"


Self = TypeVar("Self", bound="Action")


class Action:
    """Something to be done in a match. `do` is its name in wire, record and log; `bound` when it belongs to the seat on
    turn, and so to the turn in which it was decided."""

    __slots__ = ()

    do: ClassVar[str]
    bound: ClassVar[bool] = True
    origin: ClassVar[Origin] = Origin.PLAYER

    @classmethod
    def read(cls: type[Self], fields: Fields) -> Self:
        """The action from its fields; raises BadField. What has fields of its own reads them."""
        return cls()

    def dump(self) -> dict[str, Any]:
        """Its fields as plain data, `do` among them and the seat not; `read` undone."""
        return {"do": self.do}

    @property
    def malformed(self) -> str:
        """The key of a field that is not of its form, where the action bears such a one until it is asked for; "" for
        none. A record may hold it, a page may not send it."""
        return ""


def read_action(fields: Fields, known: Mapping[str, type[Action]]) -> Action:
    """The action in `fields`, one of those `known` to the game by their names, or `Foreign`. Raises BadField."""
    do = fields.need("do")
    if isinstance(do, str) and do in known:
        return known[do].read(fields)
    if isinstance(do, str) and do in FAMILY:
        return Foreign(do)
    bad(fields.key("do"), "unknown")


@dataclass(frozen=True, slots=True)
class Foreign(Action):
    """What only another game of the family has, by its name there. Its fields mean nothing here and are not looked at.

    No game has a handler for it.
    """

    bound = False

    name: str

    def dump(self) -> dict[str, Any]:
        """Only the name."""
        return {"do": self.name}


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """End the turn without a word."""

    do = "pass"


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """Give the match up."""

    do, bound = "resign", False


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """End the match by agreement, without a result: an offer, or the agreement to one that stands."""

    do, bound = "call_off", False


@dataclass(frozen=True, slots=True)
class Adjourn(Action):
    """Let a live match go on as a slow one: an offer, or the agreement to one that stands."""

    do, bound = "adjourn", False


@dataclass(frozen=True, slots=True)
class Timeout(Action):
    """The clock of the turn, or of what the turn waits for, ran out."""

    do, origin = "timeout", Origin.TIME


@dataclass(frozen=True, slots=True)
class Abandon(Action):
    """The seat did not come back in time; `everyone` when all had left, which is an entry without a seat."""

    do, bound, origin = "abandon", False, Origin.TIME

    everyone: bool

    @classmethod
    def read(cls, fields: Fields) -> "Abandon":
        """Of everyone where no seat is named."""
        return cls(everyone=fields.get("seat") is None)


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """The seat's last sign of life was at `since` (ms) and its lease has run out."""

    do, bound, origin = "leave", False, Origin.SITE

    since: Millis

    @classmethod
    def read(cls, fields: Fields) -> "Leave":
        """With the moment."""
        return cls(fields.whole("since"))

    def dump(self) -> dict[str, Any]:
        """With the moment."""
        return {"do": self.do, "since": self.since}


@dataclass(frozen=True, slots=True)
class WaitOn(Action):
    """Wait longer for a player who is away."""

    do, bound, origin = "wait_on", False, Origin.COURTESY


@dataclass(frozen=True, slots=True)
class Return(Action):
    """The seat is back."""

    do, bound, origin = "return", False, Origin.SITE


@dataclass(frozen=True, slots=True)
class Credit(Action):
    """The site itself was away for `length` (ms): no clock ran. No player's action, but the service's."""

    do, bound, origin = "credit", False, Origin.SITE

    length: Millis

    @classmethod
    def read(cls, fields: Fields) -> "Credit":
        """With the length."""
        return cls(fields.whole("length"))

    def dump(self) -> dict[str, Any]:
        """With the length."""
        return {"do": self.do, "length": self.length}
