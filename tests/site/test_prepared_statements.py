"""A query that is put into words once finds what the ORM does (common/prepared_queries.py)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from common.prepared_queries import PreparedQuery
from game.models import Match, SeatRow
from tests.support.calls import calls_of
from tests.support.matches import make_match, user_at

pytestmark = pytest.mark.django_db


def _kept(row: Match | SeatRow) -> tuple[Any, ...]:
    """All columns of a row, and those of what came with it."""
    own = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return own, {name: _kept(other) for name, other in row._state.fields_cache.items() if other is not None}


@pytest.mark.parametrize(
    "queryset",
    [
        lambda n: SeatRow.objects.select_related("match").filter(match_id=n).order_by("-seat"),
        lambda n: SeatRow.objects.select_related("user", "match").filter(match_id=n).order_by("seat")[:1],
        lambda n: Match.objects.filter(pk=n),
        lambda n: Match.objects.filter(pk=n, variant__in=["alfapower", "classic"], seats__seat__lt=n),
        lambda n: User.objects.filter(pk__gte=n).order_by("pk"),
        lambda n: Match.objects.filter(pk__gt=n),
    ],
)
def test_it_finds_the_same_rows_for_each_value(queryset: Callable[..., Any]) -> None:
    rows = [make_match() for _ in range(3)]
    query = PreparedQuery(queryset, n=int)
    for row in rows:
        found = query.objects(n=row.pk)
        assert [type(one) for one in found] == [type(one) for one in queryset(row.pk)]
        assert [_kept(one) for one in found] == [_kept(one) for one in queryset(row.pk)]
        assert all(not one._state.adding and one._state.db == "default" for one in found)


def test_a_condition_on_a_small_column_is_kept() -> None:
    row = make_match()
    query = PreparedQuery(lambda most: SeatRow.objects.filter(match=row, seat__lt=most), most=int)
    assert [len(query.objects(most=most)) for most in (0, 1, 2)] == [0, 1, 2]


def test_columns_are_as_python_has_them() -> None:
    row = make_match()
    users = PreparedQuery(
        lambda name: User.objects.filter(username=name).values_list("preferences", "is_guest", "seen_at"), name=str
    )
    user = user_at(row, 0)
    assert users.rows(name=user.username) == [(user.preferences, user.is_guest, user.seen_at)]
    assert users.rows(name=user.username + "'; --") == []


def test_a_form_has_words_of_its_own() -> None:
    make_match()
    query = PreparedQuery(
        lambda variants, least: Match.objects.filter(variant__in=variants, pk__gte=least).values_list("variant"),
        least=int,
    )
    asked = [query.rows(form, least=0) for form in (("classic",), ("classic", "alfapower"), ("classic",))]
    assert asked == [[], [("alfapower",)], []]


def test_it_is_worded_once_and_asks_one_statement(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    row = make_match()
    query = PreparedQuery(lambda n: SeatRow.objects.select_related("match").filter(match_id=n), n=int)
    query.objects(n=row.pk)
    with django_assert_num_queries(1):
        query.objects(n=row.pk)
    by_orm = calls_of(lambda: list(SeatRow.objects.select_related("match").filter(match_id=row.pk)))
    assert calls_of(lambda: query.objects(n=row.pk)) < by_orm / 2


def test_a_value_that_the_query_does_not_hold_as_it_is_given_is_an_error() -> None:
    query = PreparedQuery(lambda name: Session.objects.filter(session_key__startswith=name), name=str)
    with pytest.raises(ValueError, match="name"):
        query.rows(name="a")


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_inside_a_transaction_only() -> None:
    row = make_match()
    query = PreparedQuery(lambda n: Match.objects.select_for_update().filter(pk=n), n=int)
    with transaction.atomic():
        assert query.first(n=row.pk) == row
        assert ("FOR UPDATE" in query.worded(()).sql) is (connection.vendor == "postgresql")
    with pytest.raises(TransactionManagementError):
        query.first(n=row.pk)
