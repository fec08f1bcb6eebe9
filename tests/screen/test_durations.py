"""Clocks of days in words, at their boundaries, in both languages."""

import pytest
from django.utils import translation

from game.presentation.durations import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    duration_in_words,
    reserve_in_words,
    short_duration_in_words,
    time_taken_in_words,
)

LEFT = [
    (14 * DAY, "14 days", "14 dygn"),
    (2 * DAY + 4 * HOUR, "2 days 4 h", "2 dygn 4 h"),
    (3 * DAY - SECOND, "3 days", "3 dygn"),
    (3 * DAY - MINUTE, "2 days 23 h", "2 dygn 23 h"),
    (DAY + HOUR, "1 day 1 h", "1 dygn 1 h"),
    (DAY, "1 day", "1 dygn"),
    (DAY - 1, "1 day", "1 dygn"),
    (DAY - MINUTE, "23 h 59 min", "23 h 59 min"),
    (4 * HOUR + 12 * MINUTE, "4 h 12 min", "4 h 12 min"),
    (HOUR + 1, "1 h 1 min", "1 h 1 min"),
    (HOUR, "1 h", "1 h"),
    (HOUR - 1, "1 h", "1 h"),
    (HOUR - SECOND, "59:59", "59:59"),
    (12 * MINUTE + 30 * SECOND, "12:30", "12:30"),
    (9 * SECOND, "0:09", "0:09"),
    (1, "0:01", "0:01"),
    (0, "0:00", "0:00"),
    (-5 * DAY, "0:00", "0:00"),
]


@pytest.mark.parametrize(("left", "english", "swedish"), LEFT)
def test_what_is_left_of_a_turn(left: int, english: str, swedish: str) -> None:
    for language, said in (("en", english), ("sv", swedish)):
        with translation.override(language):
            assert duration_in_words(left) == said


@pytest.mark.parametrize(
    ("taken", "said"),
    [
        (2 * DAY + 4 * HOUR + 59 * MINUTE, "2 days 4 h"),
        (DAY - 1, "23 h 59 min"),
        (3 * HOUR + 20 * MINUTE, "3 h 20 min"),
        (HOUR, "1 h"),
        (HOUR - 1, "59 min"),
        (MINUTE, "1 min"),
        (MINUTE - 1, "59 s"),
        (0, "0 s"),
        (-1, "0 s"),
    ],
)
def test_how_long_a_turn_took(taken: int, said: str) -> None:
    assert time_taken_in_words(taken) == said


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (336 * HOUR, "336 h"),
        (72 * HOUR, "72 h"),
        (72 * HOUR - 1, "72 h"),
        (72 * HOUR - MINUTE, "71 h"),
        (HOUR, "1 h"),
        (HOUR - MINUTE, "59 min"),
        (1, "1 min"),
        (0, "0 min"),
    ],
)
def test_what_is_left_of_a_reserve(left: int, said: str) -> None:
    assert reserve_in_words(left) == said


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (72 * HOUR, "3 d"),
        (26 * HOUR, "1 d 2 h"),
        (DAY - 1, "1 d"),
        (5 * HOUR + 12 * MINUTE, "5 h 12 min"),
        (5 * HOUR, "5 h"),
        (12 * MINUTE - SECOND, "12 min"),
        (1, "1 min"),
        (0, "0 min"),
        (-DAY, "0 min"),
    ],
)
@pytest.mark.parametrize("language", ["en", "sv"])
def test_what_is_left_where_there_is_little_room(language: str, left: int, said: str) -> None:
    with translation.override(language):
        assert short_duration_in_words(left) == said
