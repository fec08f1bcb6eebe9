"""The night of a player, by the clock where they are: from 22 to 8 nothing is pushed that can wait."""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

BEGIN, END = 22, 8  # o'clock
USUAL_ZONE = "UTC"
"""Of whom no browser has told where they are."""


@cache
def zones() -> frozenset[str]:
    """The names of time zones (IANA) that there are."""
    return frozenset(available_timezones())


def zone_names() -> list[str]:
    """Those to choose from: places, each once, and UTC; none of the old names."""
    regions = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    return [*sorted(name for name in zones() if name.split("/")[0] in regions and "/" in name), USUAL_ZONE]


def quiet_until(now_ms: int, zone: str) -> int | None:
    """When the night that it is there ends, in milliseconds; None by day. An unknown zone counts as the usual one."""
    place = ZoneInfo(zone if zone in zones() else USUAL_ZONE)
    here = datetime.fromtimestamp(now_ms / 1000, UTC).astimezone(place)
    if END <= here.hour < BEGIN:
        return None
    morning: date = here.date() + timedelta(days=1 if here.hour >= BEGIN else 0)
    # The hour on the wall: in the nights in which clocks are put on or back it comes sooner or later.
    return int(datetime.combine(morning, time(END), place).timestamp() * 1000)


def clock_of(now_ms: int, zone: str) -> str:
    """The time of day there, "14:07"."""
    place = ZoneInfo(zone if zone in zones() else USUAL_ZONE)
    return f"{datetime.fromtimestamp(now_ms / 1000, UTC).astimezone(place):%H:%M}"
