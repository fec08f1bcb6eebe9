"""The best match on the home page: one that everyone may watch, the same to its end or until nothing moves there."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from people.watching import best_match
from people.watching.best_match import STALE_MS
from tests.people.players import NOW, pair
from tests.people.watched import lets, match_of, rate
from tests.support.matches import resigned, submit, user_at

BEST = reverse("people:watch-best")


pytestmark = pytest.mark.usefixtures("nothing_remembered")


def best(now_ms: int) -> str | None:
    found = best_match.best(now_ms)
    return None if found is None else found.public_id


# R5.5
# R13.11
def test_it_keeps_its_match_while_a_stronger_one_begins_and_goes_on_at_the_end() -> None:
    row = match_of(*pair(1))
    assert best(NOW) == row.public_id
    stronger = match_of(*pair(2))
    rate(user_at(stronger, 0), 2500, stronger)
    assert best(NOW + 1) == row.public_id
    resigned(row)
    assert best(NOW + 2) == stronger.public_id
    resigned(stronger)
    assert best(NOW + 3) is None


# R5.5
# R13.11
def test_two_minutes_without_a_turn_ended_are_enough_where_there_is_another() -> None:
    row = match_of(*pair(1), seconds=600)
    assert best(NOW) == row.public_id
    assert not submit(row, 0, do="pass").code
    assert best(NOW + 1_000) == row.public_id, "a turn has ended"
    other = match_of(*pair(2))
    assert best(NOW + STALE_MS + 999) == row.public_id
    assert best(NOW + STALE_MS + 1_000) == other.public_id
    resigned(other)
    assert best(NOW + STALE_MS + 2_000) == row.public_id
    assert best(NOW + 3 * STALE_MS) == row.public_id, "there is no other"


def test_a_match_that_is_closed_is_off_at_once() -> None:
    players = pair(1)
    row = match_of(*players)
    assert best(NOW) == row.public_id
    lets(players[1], "friends")
    assert best(NOW + 1) is None


def test_it_costs_one_statement_kept_for_all(
    django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    with django_assert_num_queries(1):
        assert best(NOW) is None
    for number in range(3):
        match_of(*pair(number))
    for _look in range(2):
        with django_assert_num_queries(1):
            assert best(NOW) is not None
    monkeypatch.setattr("common.one_second_cache.SECONDS", 60.0)
    best(NOW)
    with django_assert_num_queries(0):
        assert best(NOW) is not None


def test_the_home_page_has_it_for_visitors_too_and_nothing_where_there_is_none() -> None:
    assert 'id="tv"' not in Client().get("/").content.decode()
    row = match_of(*pair(1))
    page = Client().get("/").content.decode()
    assert 'id="tv"' in page and reverse("game:watch", args=[row.public_id]) in page
    place = page.partition('id="best"')[2].partition("</section>")[0]
    assert 'data-poll="5"' in place and "data-poll-seen" in place


def is_empty(card: str) -> bool:
    """Whether the card is hidden."""
    return " hidden" in card.partition(">")[0]


def test_a_page_that_is_up_to_date_gets_no_body_and_one_without_a_match_an_empty_card() -> None:
    row = match_of(*pair(1))
    body = Client().get(BEST).content.decode()
    assert row.public_id in body and not is_empty(body)
    shows = {"shows": f"{row.public_id}.{row.version}.0"}
    unchanged = Client().get(BEST, shows)
    assert (unchanged.status_code, unchanged.content) == (204, b"")
    resigned(row)
    over = Client().get(BEST, shows)
    assert over.status_code == 200 and is_empty(over.content.decode()) and row.public_id not in over.content.decode()
    assert Client().get(BEST, {"shows": ""}).status_code == 204
