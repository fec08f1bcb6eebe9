"""Settings of the pace of every game: the clock of a turn, the reserve of a slow match, and a head start.

A match is *live* with a clock of seconds or minutes, *slow* with one of days, *untimed* without any.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.kernel.base_types import Seat, gettext_noop
from game.kernel.setting_types import BadSetting, Number, Ruleset, Setting

_ = gettext_noop

DAY_SECONDS = 86_400
SLOW_TURNS = tuple(DAY_SECONDS * days for days in (1, 2, 3, 5, 7, 14))
"""The clocks of slow matches, in seconds."""


def is_slow_clock(turn_seconds: int | None) -> bool:
    """Whether that is a clock of days."""
    return turn_seconds is not None and turn_seconds >= DAY_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve(Number):
    """Hours that a seat may use up beyond its turns: none but with a slow clock."""

    def agree(self, values: Mapping[str, Any]) -> int:
        """Other than 0 only beside a clock of days; raises BadSetting."""
        hours: int = values[self.key]
        if hours and not is_slow_clock(values["turn_seconds"]):
            raise BadSetting(self.key, "only_slow")
        return hours


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadStart(Setting):
    """A whole number from `low` to `high` for each seat, or None: it is given to persons, so no list of settings offers
    it to a host. Of how many seats, `check_head_starts` looks at."""

    low: int
    high: int

    def check(self, value: object) -> tuple[int, ...] | None:
        """None, or a list of ints (never bools) within the bounds; raises BadSetting."""
        if value is None:
            return None
        if not isinstance(value, (list, tuple)) or any(type(number) is not int for number in value):
            raise BadSetting(self.key, "wrong_type")
        if any(not self.low <= number <= self.high for number in value):
            raise BadSetting(self.key, "out_of_range")
        return tuple(value)


TURN_SECONDS = Number(
    key="turn_seconds", default=60, low=5, high=600, special=(None,), beyond=SLOW_TURNS, group="timer",
    label=_("Turn time"), hint=_("Seconds per turn. None means no timer."),
)  # fmt: skip
RESERVE_HOURS = Reserve(
    key="reserve_hours", default=0, low=0, high=336, group="timer", label=_("Reserve, hours"),
    hint=_("Each player's own for the whole match, used when a turn of days runs over."),
)  # fmt: skip
HEAD_START = HeadStart(key="head_start", default=None, low=-300, high=300, group="rules", label=_("Head start"))
"""Points with which each seat begins."""
HEAD_STARTS = (HEAD_START.key, "head_start_coins")
"""What may be given to a person, the coins in a game that has them."""

TWO = 2


def check_days(settings: Mapping[str, object], people: int) -> None:
    """Whether so many people may play by these settings, checked or as they were given: what takes days needs two.
    Raises BadSetting."""
    seconds = settings.get(TURN_SECONDS.key)
    if people >= TWO:
        return
    if type(seconds) is int and seconds in SLOW_TURNS:
        raise BadSetting(TURN_SECONDS.key, "not_offered_here")
    if settings.get(RESERVE_HOURS.key):
        raise BadSetting(RESERVE_HOURS.key, "not_offered_here")


def check_head_starts(rules: Ruleset, seats: int) -> None:
    """Whether each head start is for so many seats; raises BadSetting."""
    for key in HEAD_STARTS:
        given = rules.values.get(key)
        if given is not None and len(given) != seats:
            raise BadSetting(key, "wrong_length")


def head_start(rules: Ruleset, seat: Seat, key: str = HEAD_START.key) -> int:
    """What a seat begins with before its first turn."""
    given = rules.values[key]
    return 0 if given is None else int(given[seat])


def has_head_start(rules: Ruleset) -> bool:
    """Whether a player begins with other than the others: such a match moves no ranked points."""
    return any(any(rules.values.get(key) or ()) for key in HEAD_STARTS)


def head_starts(rules: Ruleset, seats: int) -> tuple[int, ...]:
    """The points with which each of so many seats begins."""
    return tuple(head_start(rules, seat) for seat in range(seats))
