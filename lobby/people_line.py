"""The line that says whether an opponent is available: how many players wait, else when players last met."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.durations import DAY_MS, HOUR_MS, MINUTE_MS
from common.one_second_cache import once_a_second
from lobby.models import LastMeeting


@dataclass(frozen=True, slots=True)
class PeopleLine:
    """Whether a player waits now, that in words, and when the last match began; "" where it is not shown."""

    is_waiting: bool
    said: str
    last: str


def line_of(variant: str, waiting: int, now_ms: int) -> PeopleLine:
    """The line for a game in which so many players wait."""
    if waiting:
        said = ngettext("%(n)d is waiting. You start at once.", "%(n)d are waiting. You start at once.", waiting) % {
            "n": waiting
        }
        return PeopleLine(True, said, "")
    return PeopleLine(False, _("Nobody is waiting."), last_in_words(_last(variant), now_ms))


def last_in_words(began_at: int | None, now_ms: int) -> str:
    """How long ago the last match between people began; "" where none did within a day."""
    if began_at is None or now_ms - began_at >= DAY_MS:
        return ""
    ago = max(0, now_ms - began_at)
    if ago < MINUTE_MS:
        return _("Last match: just now.")
    if ago < HOUR_MS:
        return _("Last match: %(n)d min ago.") % {"n": ago // MINUTE_MS}
    return _("Last match: %(n)d h ago.") % {"n": ago // HOUR_MS}


@once_a_second(by=1)
def _last(variant: str) -> int | None:
    return LastMeeting.objects.filter(variant=variant).values_list("met_at", flat=True).first()
