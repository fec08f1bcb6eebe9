"""The pause of live Quick Join as its card shows it."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import ngettext

from accounts.api import walk_aways_of_reader
from common.durations import MINUTE_MS
from game import api as game

HOUR_MINUTES = 60


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause that lasts `until` (ms since the epoch), `seconds` from now of `whole`; `left` is the countdown as it
    begins, `next_one` how long the next pause is, in words. `count` of the last `of` live matches were left."""

    until: int
    seconds: int
    whole: int
    left: str
    next_one: str
    count: int
    of: int


def pause_of_reader(request: HttpRequest) -> Pause | None:
    """The pause of the reader of this request; None without one."""
    known = walk_aways_of_reader(request)
    if known.until is None:
        return None
    left = max(0, known.until - game.now_ms())
    return Pause(
        until=known.until,
        seconds=-(-left // 1000),
        whole=known.pause_ms // 1000,
        left=clock(-(-left // 1000)),
        next_one="" if known.next_pause_ms is None else in_words(known.next_pause_ms),
        count=known.count,
        of=known.of,
    )


def clock(seconds: int) -> str:
    """A countdown: "7:42", from an hour on "3:07:42"."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, HOUR_MINUTES)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def in_words(length_ms: int) -> str:
    """A pause's length: "20 minutes", from two hours on "2 h 40 min"."""
    minutes = length_ms // MINUTE_MS
    if minutes < 2 * HOUR_MINUTES:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    return game.duration_in_words(length_ms)
