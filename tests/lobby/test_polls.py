"""What open pages ask for by themselves costs little, however many there are; who asks in a loop is told to wait."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse, reverse_lazy
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from common import one_second_cache, rate_limits
from lobby.models import Room
from lobby.services import players_present
from tests.lobby.conftest import HTMX, Clock
from tests.support.browsers import signed_in
from tests.support.still_clock import still_clock


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is read once a second stays as it was for the whole test."""
    one_second_cache.forget()
    monkeypatch.setattr(one_second_cache, "SECONDS", 3600.0)
    yield
    one_second_cache.forget()


def kinds_of(statements: CaptureQueriesContext) -> list[str]:
    """The first words of the statements, without those of the transaction."""
    words = [one["sql"].split()[0] for one in statements]
    return [word for word in words if word in ("SELECT", "INSERT", "UPDATE", "DELETE")]


def test_a_thousand_home_pages_read_the_counts_once(
    kept: None, clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = Client().get(reverse("lobby:counts"), {"lg": "en"})
    with django_assert_num_queries(0):
        for _ in range(20):
            assert Client().get(reverse("lobby:counts"), {"lg": "en"}).content == first.content


@pytest.mark.parametrize("others", [1, 30])
def test_a_thousand_tabs_of_one_account_are_one_that_is_here(
    kept: None, clock: Clock, people: list[User], others: int
) -> None:
    browser = signed_in(people[0])
    players_present.expect([people[0].pk], clock.now)
    with CaptureQueriesContext(connection) as seen:
        for _ in range(others):
            assert browser.get(reverse("lobby:here")).status_code == 204
    assert kinds_of(seen).count("UPDATE") == 1
    # Session and user of each request; what has begun, and who asks.
    assert kinds_of(seen).count("SELECT") <= 2 + 2 * others


def test_a_room_at_rest_is_written_once_a_poll_and_its_life_once_a_minute(clock: Clock) -> None:
    host = Client()
    path = host.post(reverse("lobby:new_room"))["Location"] + "poll"
    room = Room.objects.get()
    host.post(path, {"version": 1}, **HTMX)
    for seconds, writes in ((1, 1), (1, 1), (61, 2), (1, 1)):
        clock.later(seconds)
        with CaptureQueriesContext(connection) as seen:
            host.post(path, {"version": 1}, **HTMX)
        assert kinds_of(seen).count("UPDATE") == writes
    before, room = room.expires_at, Room.objects.get()
    assert room.expires_at > before + 60_000


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("post", reverse_lazy("lobby:poll")),
        ("post", reverse_lazy("lobby:interrupt")),
        ("post", reverse_lazy("lobby:room_poll", args=["ABCDEFGH"])),
        ("get", reverse_lazy("lobby:here")),
        ("get", reverse_lazy("lobby:rematch", args=["AAAAAAAAAAAA"])),
        ("get", reverse_lazy("game:panels", args=["AAAAAAAAAAAA"])),
    ],
)
def test_who_polls_in_a_loop_is_told_to_wait(people: list[User], method: str, path: str) -> None:
    browser, other = map(signed_in, people[:2])
    with still_clock():
        for _ in range(900):
            rate_limits.take_for_user(rate_limits.POLLS, people[0].pk, "127.0.0.1")
        refused = getattr(browser, method)(path, **HTMX)
    assert refused.status_code == 429 and 1 <= int(refused["Retry-After"]) <= 60
    assert getattr(other, method)(path, **HTMX).status_code != 429
