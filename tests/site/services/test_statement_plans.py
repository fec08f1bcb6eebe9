"""Statements that are asked again and again are planned once a connection, and reckon as any other
(common/prepared_statements.py)."""

from types import SimpleNamespace
from typing import Any, cast

import psycopg
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.postgres.base import DatabaseWrapper
from common.prepared_statements import prepared_cursor
from game.models import Match
from tests.support.matches import make_match

pytestmark = [pytest.mark.django_db, pytest.mark.needs_postgres]


def _planned(words: str) -> list[str]:
    """The types of the values of each statement with these words that Postgres keeps planned on this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT parameter_types::text FROM pg_prepared_statements WHERE statement LIKE %s", [words])
        return [types for (types,) in cursor.fetchall()]


def test_a_statement_is_planned_once_whatever_the_size_of_its_numbers() -> None:
    for at in (1, 70_000, 5_000_000_000, -5_000_000_000):
        with prepared_cursor() as cursor:
            cursor.execute('SELECT "id" FROM "game_match" WHERE "due_at" > %s', [at])
    assert _planned('%"due_at" > $1%') == ["{bigint}"]


@pytest.mark.parametrize("number", [1, 32_767, 32_768, 2_147_483_647, 2_147_483_648, 2**61])
def test_numbers_are_reckoned_with_as_whole(number: int) -> None:
    with prepared_cursor() as cursor:
        cursor.execute("SELECT %s + %s", [number, number])
        assert cursor.fetchone() == (2 * number,)


def test_what_is_no_number_goes_as_it_is() -> None:
    row = make_match()
    with prepared_cursor() as cursor:
        cursor.execute("SELECT %s, %s::text, pk.id FROM game_match AS pk WHERE id = %s", [True, "'; --", row.pk])
        assert cursor.fetchone() == (True, "'; --", row.pk)
        cursor.execute("SELECT %s::text IS NULL", [None])
        assert cursor.fetchone() == (True,)


def test_all_other_statements_stay_as_django_words_them() -> None:
    with prepared_cursor() as cursor:
        cursor.execute("SELECT %s", [1])
    for _ in range(12):
        assert Match.objects.filter(due_at__lt=17).count() == 0
    assert _planned('%"due_at" < %') == []


def test_what_is_recorded_is_told_with_its_values() -> None:
    with CaptureQueriesContext(connection) as captured, prepared_cursor() as cursor:
        cursor.execute("SELECT %s", [17])
    assert [query["sql"] for query in captured] == ["SELECT 17"]


def test_a_connection_that_is_lost_as_it_is_looked_at_is_told_as_that() -> None:
    lost = SimpleNamespace(cursor_factory=psycopg.ClientCursor)
    database = SimpleNamespace(queries_logged=False, ensure_connection=lambda: None, connection=lost)

    def cursor() -> None:
        database.connection = None
        raise psycopg.OperationalError("gone")

    database.cursor = cursor
    with pytest.raises(psycopg.OperationalError, match="gone"):
        DatabaseWrapper.prepared_cursor(cast(Any, database))
    assert lost.cursor_factory is psycopg.ClientCursor
