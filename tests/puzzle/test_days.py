"""Days in a row with one day's grace a week, and tries as squares: sentences as tables."""

from datetime import date, timedelta

import pytest

from puzzle import days

MONDAY = date(2026, 11, 23)


def done_in(pattern: str) -> set[date]:
    """Days from a Monday on, a letter each: `x` done, `.` missed. Blanks part weeks."""
    marks = pattern.replace(" ", "")
    return {MONDAY + timedelta(number) for number, mark in enumerate(marks) if mark == "x"}


@pytest.mark.parametrize(
    ("pattern", "today", "count"),
    [
        ("", 0, 0),
        ("x", 0, 1),
        ("x", 1, 1),  # today's is still to come
        ("x", 2, 1),  # Tuesday is this week's grace
        ("x", 3, 0),  # Tuesday and Wednesday are missed
        ("xx.x", 3, 3),
        ("x.x.x", 4, 2),  # the second missed day ends it: Wednesday and Friday
        ("xxxxx.x", 6, 6),
        ("xxxxxxx xxxxxxx", 13, 14),
        ("xxxx.xx xxx.xxx", 13, 12),  # one of each week
        ("xxxxxx. .xxxxxx", 13, 12),  # two days running, but of two weeks
        ("xxxxx.. xxxxxxx", 13, 7),  # two of the week before
        ("xxxxxxx .......", 13, 0),
        ("....... x......", 7, 1),  # a lost one begins at 1
    ],
)
def test_days_in_a_row(pattern: str, today: int, count: int) -> None:
    assert days.in_a_row(done_in(pattern), MONDAY + timedelta(today)) == count


@pytest.mark.parametrize(
    ("pattern", "today", "spared"),
    [("x.x", 3, 1), ("xxx", 3, None), ("x..", 3, None), (".", 0, None), (".xx", 3, 0), ("", 1, None)],
)
def test_the_day_that_was_spared(pattern: str, today: int, spared: int | None) -> None:
    found = days.spared(done_in(pattern), MONDAY + timedelta(today))
    assert found == (None if spared is None else MONDAY + timedelta(spared))


def test_the_week_begins_on_its_monday() -> None:
    assert days.week_of(date(2026, 11, 28))[0] == MONDAY and len(days.week_of(MONDAY)) == 7


@pytest.mark.parametrize(
    ("points", "goal", "line"),
    [
        (0, 40, "⬜⬜⬜⬜⬜"),
        (3, 40, "⬜⬜⬜⬜⬜"),
        (4, 40, "🟨⬜⬜⬜⬜"),
        (20, 40, "🟩🟩🟨⬜⬜"),
        (39, 40, "🟩🟩🟩🟩🟨"),
        (40, 40, "🟩🟩🟩🟩🟩"),
        (99, 40, "🟩🟩🟩🟩🟩"),
        (5, 0, "🟩🟩🟩🟩🟩"),
    ],
)
def test_a_try_is_five_squares(points: int, goal: int, line: str) -> None:
    assert days.squares([points], goal) == [line]


def test_the_latest_few_are_shared() -> None:
    assert len(days.squares(range(20), 40)) == days.MOST_LINES and days.squares([], 40) == []
