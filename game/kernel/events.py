"""Events: what an action brought about. They are logged, shown to players, and add up to scores and coins.

Each event says by itself what is public and what only its owner may see while the match runs; a field is in one of the
two mappings or nowhere, so that nothing becomes public by forgetting. When the match is over all is open.

`Kind` is the registry of them. Code that reads events matches its members, and names those that it ignores too: a
forgotten kind is a type error, and an unknown kind in a log is an error, never a line less.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from game.kernel.base_types import Millis, Seat

MOST_STEPS = 5_000
"""Steps of which it is remembered where turns begin in them, the latest used."""


class Kind(StrEnum):
    """Every kind of fact, by its name in the log."""

    TURN_BEGAN = "turn_began"
    WORDS_SCORED = "words_scored"
    ATTEMPT_FAILED = "attempt_failed"
    TILES_DRAWN = "tiles_drawn"
    ITEM_BOUGHT = "item_bought"
    ITEM_USED = "item_used"
    ALFA_OFFERED = "alfa_offered"
    ALFA_CHOSEN = "alfa_chosen"
    TILES_SWAPPED = "tiles_swapped"
    PASSED = "passed"
    TIMED_OUT = "timed_out"
    SEAT_LEFT = "seat_left"
    SEAT_RETURNED = "seat_returned"
    SEAT_OUT = "seat_out"
    ROUND_BEGAN = "round_began"
    OPTION_TAKEN = "option_taken"
    CLOCK_CREDITED = "clock_credited"
    OFFERED = "offered"
    ADJOURNED = "adjourned"
    WAITED_ON = "waited_on"
    MATCH_ENDED = "match_ended"


@dataclass(frozen=True, slots=True)
class Event:
    """One fact of a `kind` about a `seat` (None: about the match); plain data in `public` and `owner`."""

    kind: Kind
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
        return {"kind": str(self.kind), "seat": self.seat, "public": dict(self.public), "owner": dict(self.owner)}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Event":
        """The event from its plain data. Raises ValueError for an unknown kind."""
        return cls(Kind(data["kind"]), data["seat"], data["public"], data["owner"])


LATER_FIELDS = frozenset({"was"})
"""Public fields that the logs of earlier releases do not have."""


def as_logged(made: Sequence[Event], logged: Sequence[Event]) -> tuple[Event, ...]:
    """The events of a step `made` again, without the fields that did not exist when the same step was `logged`."""
    if len(made) != len(logged):
        return tuple(made)
    return tuple(_as_told(event, then) for event, then in zip(made, logged, strict=True))


def _as_told(event: Event, then: Event) -> Event:
    kept = {key: value for key, value in event.public.items() if key not in LATER_FIELDS or key in then.public}
    return replace(event, public=kept)


@dataclass(frozen=True, slots=True, eq=False)
class LoggedStep:
    """The events of one log entry, in order. Compared by identity, so that results can be cached by it."""

    events: tuple[Event, ...]


class TurnSteps(NamedTuple):
    """The `steps` of a log that make up one turn: from the turn with the number `first` of those that begin in the
    first step to the one with the number `last` of those that begin in the last step, or to the end (None)."""

    steps: tuple[LoggedStep, ...]
    first: int
    last: int | None

    def events(self) -> list[Event]:
        """The turn's events, the one that begins it first."""
        found = [event for step in self.steps for event in step.events]
        before = begins(self.steps[0])[self.first]
        after = 0 if self.last is None else len(self.steps[-1].events) - begins(self.steps[-1])[self.last]
        return found[before : len(found) - after]


@lru_cache(maxsize=MOST_STEPS)
def begins(step: LoggedStep) -> tuple[int, ...]:
    """Where in the step turns begin."""
    return tuple(place for place, event in enumerate(step.events) if event.kind == Kind.TURN_BEGAN)


def turns_of(log: Iterable[LoggedStep]) -> list[TurnSteps]:
    """The log by turns, the oldest first; not what stands before the first turn that begins in it."""
    turns: list[TurnSteps] = []
    steps: list[LoggedStep] = []
    first = 0
    for step in log:
        begun = begins(step)
        for number in range(len(begun)):
            if steps:
                turns.append(TurnSteps((*steps, step) if not number else (step,), first, number))
            steps, first = [step], number
        if steps and not begun:
            steps.append(step)
    return [*turns, TurnSteps(tuple(steps), first, None)] if steps else turns


def turn_began(seat: Seat, turn: int, deadline: Millis | None) -> Event:
    """A turn begins; `deadline` None without a timer."""
    return Event(Kind.TURN_BEGAN, seat, {"turn": turn, "deadline": deadline})


def passed(seat: Seat, **more: Any) -> Event:
    """A voluntary pass. `more` are the game's own fields."""
    return Event(Kind.PASSED, seat, more)


def timed_out(seat: Seat) -> Event:
    """The turn's clock ran out."""
    return Event(Kind.TIMED_OUT, seat)


def seat_left(seat: Seat, since: Millis) -> Event:
    """A player is away; `since` is the last sign of life."""
    return Event(Kind.SEAT_LEFT, seat, {"since": since})


def seat_returned(seat: Seat) -> Event:
    """A player is back."""
    return Event(Kind.SEAT_RETURNED, seat)


def seat_out(seat: Seat, reason: str) -> Event:
    """A player has left for good, whether the others play on or not."""
    return Event(Kind.SEAT_OUT, seat, {"reason": reason})


def clock_credited(length: Millis) -> Event:
    """Every running clock was put off by `length` because the site itself was away."""
    return Event(Kind.CLOCK_CREDITED, None, {"length": length})


def offered(seat: Seat, what: str, agrees: bool) -> Event:
    """A player offers what the action named `what` brings about, or agrees to it."""
    return Event(Kind.OFFERED, seat, {"what": what, "agrees": agrees})


def adjourned(deadline: Millis) -> Event:
    """All have agreed to go on as a slow match; what was waited for now ends at `deadline`."""
    return Event(Kind.ADJOURNED, None, {"deadline": deadline})


def waited_on(seat: Seat, away: Seat, length: Millis) -> Event:
    """A player waits for the one who is `away`, by `length` longer."""
    return Event(Kind.WAITED_ON, seat, {"away": away, "length": length})


def match_ended(reason: str, winner: Seat | None, **more: Any) -> Event:
    """The match is over; `winner` None without one. `more` are the game's own fields."""
    return Event(Kind.MATCH_ENDED, None, {"reason": reason, "winner": winner, **more})
