"""From 22 to 8 where the player is, also in the nights in which clocks are put on or back (rules/people.md §2)."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from news.quiet_hours import quiet_until, zone_names, zones
from tests.news.channels.conftest import moment

NIGHTS = [
    # Clocks on at two, 29 March: the night is an hour shorter, and ends at eight on the wall.
    ("Europe/Stockholm", "2026-03-28T20:59", None),
    ("Europe/Stockholm", "2026-03-28T21:00", "2026-03-29T06:00"),
    ("Europe/Stockholm", "2026-03-29T05:59", "2026-03-29T06:00"),
    ("Europe/Stockholm", "2026-03-29T06:00", None),
    ("Europe/Stockholm", "2026-03-29T19:59", None),
    ("Europe/Stockholm", "2026-03-29T20:00", "2026-03-30T06:00"),
    # And back at three, 25 October: an hour longer. Half past two is there twice.
    ("Europe/Stockholm", "2026-10-24T20:00", "2026-10-25T07:00"),
    ("Europe/Stockholm", "2026-10-25T00:30", "2026-10-25T07:00"),
    ("Europe/Stockholm", "2026-10-25T01:30", "2026-10-25T07:00"),
    ("Europe/Stockholm", "2026-10-25T06:59", "2026-10-25T07:00"),
    ("Europe/Stockholm", "2026-10-25T07:00", None),
    # By half an hour, and by quarters.
    ("Australia/Lord_Howe", "2026-10-03T12:00", "2026-10-03T21:00"),
    ("Asia/Kathmandu", "2026-06-01T16:15", "2026-06-02T02:15"),
    # The last of a month and of a year.
    ("Pacific/Kiritimati", "2026-12-31T08:00", "2026-12-31T18:00"),
]


@pytest.mark.parametrize(("zone", "now", "until"), NIGHTS)
def test_the_night_ends_at_eight_on_the_wall(zone: str, now: str, until: str | None) -> None:
    assert quiet_until(moment(now), zone) == (None if until is None else moment(until))


@given(zone=st.sampled_from(zone_names()), at=st.integers(moment("2020-01-01"), moment("2035-01-01")))
def test_what_is_held_is_let_go_by_day_and_within_half_a_day(zone: str, at: int) -> None:
    here = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    until = quiet_until(at, zone)
    assert (until is None) == (8 <= here.hour < 22)
    if until is not None:
        then = datetime.fromtimestamp(until / 1000, ZoneInfo(zone))
        assert at < until <= at + timedelta(hours=12) / timedelta(milliseconds=1)
        assert (then.hour, then.minute) == (8, 0) and quiet_until(until, zone) is None


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd"])
def test_an_unknown_zone_counts_as_utc(zone: str) -> None:
    assert quiet_until(moment("2026-11-28T23:00"), zone) == moment("2026-11-29T08:00")


def test_the_zones_to_choose_from_are_places_and_utc() -> None:
    names = zone_names()
    assert {"Europe/Stockholm", "America/Argentina/Buenos_Aires", "UTC"} <= set(names) <= zones()
    assert not {"Etc/GMT+3", "CET", "US/Pacific", "posixrules", "Factory"} & set(names)
