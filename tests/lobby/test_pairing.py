"""Whom Quick Join pairs, as a table: like with like, soon with anybody, the longest wait first."""

import itertools
from collections.abc import Sequence

import pytest

from accounts.models import Rating, User
from lobby.models import Seeker
from lobby.pairing import ANYBODY_AFTER_MS, Waiting, in_order, reach
from lobby.services.quick_join import look, poll, queue, seek
from tests.lobby.conftest import Clock
from tests.support.types import certain

NOW = 4_000_000_000_000


def waiting(key: int, rating: int, seconds: int) -> Waiting:
    return Waiting(key, NOW - round(seconds * 1000), rating)


@pytest.mark.parametrize(
    ("seconds", "rating"), [(-1, 200), (0, 200), (1, 240), (5, 400), (14.999, 799.96), (15, float("inf"))]
)
def test_the_window_of_rating_widens_while_one_waits(seconds: float, rating: float) -> None:
    assert reach(round(seconds * 1000)) == pytest.approx(rating)


@pytest.mark.parametrize(
    ("mine", "others", "chosen"),
    [
        pytest.param((1500, 0), [], [], id="nobody there"),
        pytest.param((1500, 0), [(1500, 1), (1500, 3), (1500, 2)], [2, 3, 1], id="equals: the longest wait first"),
        pytest.param((1500, 0), [(1650, 3), (1450, 1), (1530, 0)], [3, 2, 1], id="the closest first, above or below"),
        pytest.param((1500, 0), [(1700, 0), (1701, 0)], [1], id="at first no further than 200"),
        pytest.param((1500, 2), [(1780, 0), (1781, 0)], [1], id="my own wait widens it"),
        pytest.param((1500, 0), [(1780, 2), (1781, 2)], [1], id="and so does the other's"),
        pytest.param((1500, 15), [(2900, 0)], [1], id="after fifteen seconds anybody"),
        pytest.param((1500, 0), [(1500, 1), (2900, 15)], [2, 1], id="who has waited so long comes first"),
        pytest.param((1500, 0), [(1500, 15), (2900, 16), (1500, 17)], [3, 2, 1], id="of several, the longest wait"),
        pytest.param((1500, 0), [(100, 14)], [], id="not yet"),
    ],
)
def test_whom_a_seeker_is_paired_with(
    mine: tuple[int, int], others: Sequence[tuple[int, int]], chosen: Sequence[int]
) -> None:
    there = [waiting(key, *other) for key, other in enumerate(others, 1)]
    assert [one.key for one in in_order(waiting(0, *mine), there, NOW)] == chosen


def test_at_equal_rating_and_wait_the_first_to_come_is_first() -> None:
    assert [one.key for one in in_order(waiting(0, 1500, 0), [waiting(2, 1500, 1), waiting(1, 1500, 1)], NOW)] == [1, 2]


def test_whether_two_fit_does_not_depend_on_who_asks() -> None:
    people = [waiting(number, 1000 + 90 * number, number % 7 * 3) for number in range(20)]
    for one, two in itertools.permutations(people, 2):
        assert bool(in_order(one, [two], NOW)) is bool(in_order(two, [one], NOW))


def test_nobody_waits_for_ever_while_others_come_and_go() -> None:
    """Far from everybody, with two newcomers of like strength a second: they meet each other, but not for long."""
    lonely = Waiting(0, NOW, 600.0)
    for second in range(60):
        now = NOW + 1000 * second
        newcomers = [Waiting(key, now, 1500.0) for key in (1, 2)]
        if in_order(newcomers[0], [lonely, newcomers[1]], now)[0] is lonely:
            break
    assert 1000 * second == ANYBODY_AFTER_MS


def test_of_those_who_wait_the_closest_in_rating_is_found(
    astrid: User, bjorn: User, clara: User, clock: Clock
) -> None:  # R2.14
    Rating.objects.create(user=astrid, variant="alfapower", language="en", rating=1650, rated_at=0)
    Rating.objects.create(user=bjorn, variant="alfapower", language="en", rating=1420, rated_at=0)
    Rating.objects.create(user=clara, variant="alfapower", language="sv", rating=2400, rated_at=0)  # of another world
    for player in (astrid, bjorn, clara):
        seek(player.pk, queue("quick", "en"), clock.later(0.1))
    Seeker.objects.update(seen_at=clock.now)

    poll(clara.pk, clock.now)

    assert Seeker.objects.get(user=clara).partner == Seeker.objects.get(user=bjorn).pk


def test_two_of_unlike_strength_meet_when_one_has_waited(astrid: User, bjorn: User, clock: Clock) -> None:
    Rating.objects.create(user=astrid, variant="alfapower", language="en", rating=2600, rated_at=0)
    for player in (astrid, bjorn):
        seek(player.pk, queue("quick", "en"), clock.now)
    for _second in range(14):
        clock.later(1)
        assert {certain(poll(player.pk, clock.now)).stage for player in (astrid, bjorn)} == {"waiting"}
    clock.later(1)
    poll(astrid.pk, clock.now)
    poll(bjorn.pk, clock.now)
    assert certain(look(astrid.pk, clock.now)).stage == certain(look(bjorn.pk, clock.now)).stage == "found"
