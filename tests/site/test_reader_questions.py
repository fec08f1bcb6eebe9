"""What pages ask about their reader goes into one statement (common/reader_questions.py)."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import resolve
from pytest_django import DjangoAssertNumQueries

from common import one_second_cache, reader_questions
from common.reader_questions import EVERY_PAGE, ReaderQuestion
from game.models import Match
from game.services import match_news
from game.services.clock import now_ms
from news import api as news
from news.models import News
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory, make_match, user_at

pytestmark = pytest.mark.django_db
MADE: list[ReaderQuestion[Any]] = []


@pytest.fixture(autouse=True)
def _stated_for_a_test_alone() -> Iterator[None]:
    """What a room's module has stated meanwhile, which is loaded once, stays."""
    yield
    one_second_cache.forget()
    reader_questions._stated[:] = [one for one in reader_questions._stated if one not in MADE]


def request_of(path: str, user: Any = None) -> HttpRequest:
    request = RequestFactory().get(path)
    request.user = user or UserFactory.create()
    request.resolver_match = resolve(path)
    return request


def question(number: int, pages: Any = EVERY_PAGE, of_nobody: int = -1) -> ReaderQuestion[int]:
    made = ReaderQuestion((f"{number} + %s",), lambda request: (1,), int, of_nobody, pages)
    MADE.append(made)
    return made


def test_all_that_a_page_asks_is_one_statement(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    first, second, third = question(10), question(20, pages=("lobby:home",)), question(30, pages=("puzzle:today",))
    request = request_of("/")
    with django_assert_num_queries(1):
        assert [one.of_reader(request) for one in (first, second, first)] == [11, 21, 11]
    with django_assert_num_queries(1):
        assert third.of_reader(request) == 31, "no page's own, and asked for all the same"


def test_an_answer_may_be_of_several_columns() -> None:
    both = ReaderQuestion(("%s + 0", "%s + 1"), lambda request: (3, 4), lambda a, b: (int(a), int(b)), (0, 0))
    MADE.append(both)
    behind = question(10)
    request = request_of("/")
    assert (both.of_reader(request), behind.of_reader(request), both.alone(5, 6)) == ((3, 5), 11, (5, 7))


def test_what_has_changed_is_asked_anew() -> None:
    values = [1, 2]
    asked = ReaderQuestion(("%s + 0",), lambda request: (values.pop(0),), int, 0)
    MADE.append(asked)
    request = request_of("/")
    assert asked.of_reader(request) == asked.of_reader(request) == 1
    reader_questions.forget(request)
    assert asked.of_reader(request) == 2


def test_about_a_visitor_nothing_is_asked(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    asked, request = question(10), request_of("/", AnonymousUser())
    with django_assert_num_queries(0):
        assert asked.of_reader(request) == -1


@pytest.mark.parametrize(("path", "most"), [("/", 8), ("/match/{}/", 7)])
def test_pages_ask_few_statements(
    path: str, most: int, django_assert_max_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Home: session, user, these, the shelf, its names, what is due, the ended matches, the bots beaten. A match:
    session, user, seat, what is due, these, the log, the names."""
    monkeypatch.setattr(one_second_cache, "SECONDS", 60.0)
    row = make_match(starts_at=now_ms())
    client, address = signed_in(user_at(row, 0)), path.format(row.public_id)
    client.get(address)
    with django_assert_max_num_queries(most):
        assert client.get(address).status_code == 200


def bell_on(client: Client, path: str) -> bool:
    return "2 unread" in client.get(path).content.decode()


def test_the_bell_of_a_match_page_does_not_count_what_the_page_has_read() -> None:
    """The questions are asked before the match's own news are read."""
    row = make_match(starts_at=now_ms())
    user, other, at = user_at(row, 0), make_match(starts_at=now_ms()), now_ms()
    for topic in (match_news.topic_of(row.public_id), match_news.topic_of(other.public_id), "a:third"):
        News.objects.create(user_id=user.pk, topic=topic, kind="turn", path="/", happened_at=at, shown_from=at)
    assert bell_on(signed_in(user), f"/match/{row.public_id}/")
    assert news.unread(user.pk, now_ms()) == 2


def test_the_number_on_the_home_page_counts_what_its_matches_have_come_to() -> None:
    """Reading the shelf applies what is due: here the time of the other player's turn is up."""
    row = make_match(starts_at=now_ms() - 70_000, present=True)
    other = 1 - int(Match.objects.get(pk=row.pk).on_turn or 0)
    page = signed_in(user_at(row, other)).get("/").content.decode()
    assert Match.objects.get(pk=row.pk).on_turn == other
    assert re.search(r'id="waits".*?<b>1</b>', page, re.DOTALL)
