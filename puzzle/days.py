"""Streaks of days, with one missed day allowed per week; and a puzzle's tries as squares. Pure."""

from collections.abc import Collection, Sequence
from datetime import date, timedelta

WEEK = 7
GRACE = 1
"""So many days of a week (Monday to Sunday) may be missed without an end of the row."""
SQUARES = 5
"""In a line of the card to share."""
MOST_LINES = 6

_DONE, _HALF, _NONE = "🟩", "🟨", "⬜"


def in_a_row(done: Collection[date], today: date) -> int:
    """How many days of a streak that reaches up to today are `done`. Today is not missed before it is over; one missed
    day of each week breaks nothing, and does not count. A lost streak begins again at 1."""
    count, day, missed = 0, today if today in done else today - timedelta(1), dict[date, int]()
    while True:
        if day in done:
            count += 1
        else:
            monday = _monday(day)
            missed[monday] = missed.get(monday, 0) + 1
            if missed[monday] > GRACE:
                return count
        day -= timedelta(1)


def week_of(today: date) -> list[date]:
    """The days of its week, Monday first."""
    return [_monday(today) + timedelta(number) for number in range(WEEK)]


def spared(done: Collection[date], today: date) -> date | None:
    """The missed day of this week that breaks no streak: the only one, between or after days that are done; None
    without one, and where there was no streak to keep."""
    missed = [day for day in week_of(today) if day < today and day not in done]
    return missed[0] if len(missed) == GRACE and in_a_row(done, today) else None


def squares(points: Sequence[int], goal: int) -> list[str]:
    """A line of squares for each of these tries, the latest few, by its share of the goal: never the word, nor its
    place."""
    return [_line(each, goal) for each in points[-MOST_LINES:]]


def _line(points: int, goal: int) -> str:
    halves = min(2 * SQUARES, 2 * SQUARES * points // max(1, goal))
    full, half = divmod(halves, 2)
    return _DONE * full + _HALF * half + _NONE * (SQUARES - full - half)


def _monday(day: date) -> date:
    return day - timedelta(day.weekday())
