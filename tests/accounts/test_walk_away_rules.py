"""The window, the pauses and their doubling (rules/people.md §6), against a double that reads the whole history."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.statistics.walk_away_rules import Standing, after, falls_out_in, pause_ms, together

MINUTE = 60_000


def naive(history: Sequence[bool]) -> Standing:
    """The same by the whole history, a match each hour: each pause is as long as the rule says by what came before."""
    pauses, until = 0, 0
    for number in range(len(history)):
        looked_at = [history[one] for one in range(number + 1) if one > number - 20]
        left = len([one for one in looked_at if one])
        if left < 4:
            pauses = 0
        if history[number] and left >= 6:
            minutes = {0: 10, 1: 20, 2: 40, 3: 80, 4: 160, 5: 320, 6: 640, 7: 1280}.get(pauses, 24 * 60)
            until = max(until, number * 60 * MINUTE + minutes * MINUTE)
            pauses += 1
    newest = list(history)[-20:]
    return Standing(newest.count(True), len(newest), pauses, until)


def stepped(history: Sequence[bool], *, pauses: bool = True) -> Standing:
    standing = Standing()
    for number, walked in enumerate(history):
        window = history[max(0, number - 19) : number + 1]
        standing = after(standing, window, number * 60 * MINUTE, walked=walked, pauses=pauses)
    return standing


@given(st.lists(st.sampled_from([True, True, False]), max_size=60) | st.lists(st.booleans(), max_size=60))
def test_step_by_step_it_is_what_the_whole_history_says(history: list[bool]) -> None:
    assert stepped(history) == naive(history)


@pytest.mark.parametrize(
    ("pauses", "minutes"),
    [(-1, 10), (0, 10), (1, 20), (2, 40), (3, 80), (7, 1280), (8, 1440), (9, 1440), (10**9, 1440)],
)
def test_a_pause_is_ten_minutes_and_each_twice_as_long_up_to_a_day(pauses: int, minutes: int) -> None:
    assert pause_ms(pauses) == minutes * MINUTE


L, S = True, False


@pytest.mark.parametrize(
    ("history", "count", "pauses"),
    [
        ([], 0, 0),
        ([L] * 5, 5, 0),
        ([L] * 6, 6, 1),
        ([L] * 7, 7, 2),
        ([L] * 6 + [S] * 14, 6, 1),
        ([L] * 6 + [S] * 15, 5, 1),
        ([L] * 6 + [S] * 16, 4, 1),  # not under four yet: the next pause is twice as long
        ([L] * 6 + [S] * 16 + [L, L, L], 4, 1),
        ([L] * 6 + [S] * 17, 3, 0),  # under four: it starts over
        ([L] * 6 + [S] * 17 + [L] * 6, 6, 1),
    ],
)
def test_the_number_falls_with_what_is_played_to_the_end(history: list[bool], count: int, pauses: int) -> None:  # R15.5
    standing = stepped(history)
    assert (standing.count, standing.pauses) == (count, pauses)


def test_without_pauses_only_the_number_moves() -> None:
    assert stepped([L] * 9, pauses=False) == Standing(9, 9)


def test_a_match_that_is_told_late_shortens_no_pause() -> None:
    before = Standing(6, 6, 1, until=100 * MINUTE)
    assert after(before, [L] * 7, 10 * MINUTE, walked=True).until == 100 * MINUTE


@pytest.mark.parametrize(
    ("window", "expected"),
    [([L] * 6, Standing(6, 6, 3, 900)), ([L] * 3, Standing(3, 3, 0, 900)), ([S] * 25, Standing(0, 20, 0, 900))],
)
def test_two_who_are_one_have_the_longer_pause_and_begin_none(window: list[bool], expected: Standing) -> None:
    assert together(Standing(3, 3, 3, 500), Standing(3, 3, 1, 900), window) == expected


@pytest.mark.parametrize(("place", "of", "matches"), [(19, 20, 20), (0, 20, 1), (0, 1, 20), (2, 5, 18)])
def test_in_how_many_matches_one_falls_out(place: int, of: int, matches: int) -> None:
    assert falls_out_in(place, of) == matches
    window = [number == place for number in range(of)]
    assert any([*window, *[S] * (matches - 1)][-20:]) and not any([*window, *[S] * matches][-20:])
