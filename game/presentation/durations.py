"""Format lengths of time for clocks of days: "2 days 4 h", "4 h 12 min", "12:30", in the language of the reader; in
short "2 d 4 h".

What is left is rounded up to what is shown, so that a turn that has just begun has its full days; what was taken is
rounded down. `static/js/days.js` does the same on an open page.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.kernel.base_types import Millis

SECOND: Millis = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def duration_in_words(left: Millis) -> str:
    """What is left of a turn: days and hours, under a day hours and minutes, under an hour "12:30"."""
    seconds = -(-max(0, left) // SECOND)
    if seconds * SECOND < HOUR:
        return f"{seconds // 60}:{seconds % 60:02d}"
    return _long(-(-left // MINUTE))


def time_taken_in_words(taken: Millis) -> str:
    """How long a turn took: as what is left, under an hour "12 min", under a minute "40 s"."""
    taken = max(0, taken)
    if taken < MINUTE:
        return _("%(seconds)s s") % {"seconds": taken // SECOND}
    return _long(taken // MINUTE) if taken >= HOUR else _minutes(taken // MINUTE)


def reserve_in_words(left: Millis) -> str:
    """What a seat has left of its reserve, in hours as a host sets it: "72 h", under an hour "12 min"."""
    minutes = -(-max(0, left) // MINUTE)
    return _hours(minutes // 60) if minutes >= 60 else _minutes(minutes)


def short_duration_in_words(left: Millis) -> str:
    """What is left, where there is little room: "3 d", "1 d 2 h", "5 h 12 min", "12 min", never in seconds."""
    minutes = -(-max(0, left) // MINUTE)
    days, hours, rest = minutes // (24 * 60), minutes // 60 % 24, minutes % 60
    parts = ((days, _days), (hours, _hours)) if days else ((hours, _hours), (rest, _minutes))
    return " ".join(said(number) for number, said in parts if number) or _minutes(0)


def _long(minutes: int) -> str:
    """An hour or more, in its two largest units; one that is 0 is left out."""
    days, hours, rest = minutes // (24 * 60), minutes // 60 % 24, minutes % 60
    if days:
        said = ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
        return f"{said} {_hours(hours)}" if hours else said
    return f"{_hours(hours)} {_minutes(rest)}" if rest else _hours(hours)


def _days(days: int) -> str:
    return _("%(n)d d") % {"n": days}


def _hours(hours: int) -> str:
    return _("%(n)d h") % {"n": hours}


def _minutes(minutes: int) -> str:
    return _("%(n)d min") % {"n": minutes}
