"""The clock of a slow match as its page shows it: days and hours, and the reserve beside them; and in short, for a list
of matches.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import ADJOURNED_RESERVE, ADJOURNED_TURN, SLOW_CHOICE, full_reserve, left_ms, turn_ms
from game.kernel.match import PLAY, CoreState
from game.presentation.durations import DAY, HOUR, duration_in_words, reserve_in_words, short_duration_in_words


@dataclass(frozen=True, slots=True)
class ClockOfDays:
    """What is left of the turn that runs, and of the reserve of the seat on turn, in words and both together as `left`
    of a turn that is `full` (ms); `reserve` (ms) is what of `left` is reserve. `said` is what runs, `beside` the
    reserve that waits ("+ 72 h"), and `word` what it is called, which a phone has no room for while it waits."""

    left: Millis
    full: Millis
    reserve: Millis
    said: str
    beside: str
    word: str

    @property
    def words(self) -> Mapping[str, str]:
        """What the page needs to say it again as time passes, {0} in the place of a number or a length."""
        return {
            "day": ngettext("%(n)d day", "%(n)d days", 1).replace("%(n)d", "{0}"),
            "days": ngettext("%(n)d day", "%(n)d days", 2).replace("%(n)d", "{0}"),
            "hours": _("%(n)d h").replace("%(n)d", "{0}"),
            "minutes": _("%(n)d min").replace("%(n)d", "{0}"),
            "reserve": _waiting(),
            "of-reserve": _("of the reserve"),
        }


def clock_of_days(view: Any) -> ClockOfDays | None:
    """The clock of a slow match that runs; None of any other. An Alfa choice uses no reserve."""
    if not view.slow or view.left is None or view.over:
        return None
    reserve = min(view.reserves[view.active], view.left) if view.phase == PLAY and view.reserves else 0
    turn = view.left - reserve
    beside = f"+ {reserve_in_words(reserve)}" if reserve and turn else ""
    word = _waiting() if beside else _("of the reserve") if reserve else ""
    return ClockOfDays(view.left, view.full, reserve, duration_in_words(turn or reserve), beside, word)


def _waiting() -> str:
    return pgettext("beside what is left of a turn: + 72 h", "reserve")


@dataclass(frozen=True, slots=True)
class TurnTime:
    """What the running turn of a slow match still has, in ms: of the `turn` itself and of the `reserve` of the seat on
    turn, each with the whole that it is of. While the reserve runs `turn` is 0."""

    turn: Millis
    whole_turn: Millis
    reserve: Millis
    whole_reserve: Millis

    @property
    def on_reserve(self) -> bool:
        """Whether the turn is used up and its player lives on the reserve."""
        return not self.turn and self.reserve > 0

    @property
    def is_low(self) -> bool:
        """Whether under a quarter of the turn is left, and no reserve."""
        return not self.reserve and self.turn * 4 < self.whole_turn

    @property
    def said(self) -> str:
        """In words without seconds, for a list that is not drawn anew each second: "5 h 12 min + 3 d",
        "1 d 2 h of the reserve"."""
        turn, reserve = short_duration_in_words(self.turn), short_duration_in_words(self.reserve)
        if self.on_reserve:
            return _("%(time)s of the reserve") % {"time": reserve}
        return f"{turn} + {reserve}" if self.reserve else turn

    @property
    def spoken(self) -> str:
        """The same to be heard: "5 h 12 min left, then 3 d of reserve"."""
        if self.on_reserve:
            return self.said
        said = {"turn": short_duration_in_words(self.turn), "reserve": short_duration_in_words(self.reserve)}
        return (_("%(turn)s left, then %(reserve)s of reserve") if self.reserve else _("%(turn)s left")) % said


def turn_time(state: CoreState, now: Millis) -> TurnTime | None:
    """The time of the turn that runs in a slow match, which the caller knows to be one; None where none runs. An Alfa
    choice uses no reserve."""
    left, length = left_ms(state, now), turn_ms(state)
    if left is None or length is None:
        return None
    if state.phase != PLAY:
        return TurnTime(left, SLOW_CHOICE, 0, 0)
    reserve = min(state.pace.reserves[state.active], left) if state.pace.reserves else 0
    return TurnTime(left - reserve, length, reserve, full_reserve(state))


def reserve_of(view: Any, seat: Seat) -> str | None:
    """What a seat has left of its reserve ("72 h"); "" for nothing, None in a match that is not slow."""
    if not view.slow:
        return None
    left = view.reserves[seat] if view.reserves else 0
    return reserve_in_words(left) if left else ""


def pace_in_words(view: Any) -> str:
    """What the match allows for a turn: "60 s", "No timer", "3 days + 72 h reserve". An adjourned match goes by its
    days, whatever it began with."""
    seconds = view.rules.limit("turn_seconds")
    if not view.slow:
        return _("No timer") if seconds is None else _("%(seconds)s s") % {"seconds": seconds}
    turn = ADJOURNED_TURN if view.adjourned else seconds * 1_000
    reserve = ADJOURNED_RESERVE if view.adjourned else view.rules.number("reserve_hours") * HOUR
    days = turn // DAY
    said = ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
    return f"{said} + {reserve_in_words(reserve)} {_waiting()}" if reserve else said
