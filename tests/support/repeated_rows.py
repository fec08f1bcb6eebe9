"""What many tests begin with, written by the site once a process and put back into the database statement by statement.

A match that is played takes the services a fifth of a second, and two clients that meet in a room four requests; their
rows take milliseconds. They are put back where the database counts as it did when they were first made, so that keys
are the same; elsewhere, and on Postgres, which counts on when a test is rolled back, they are made anew.
"""

from collections.abc import Callable, Hashable
from copy import deepcopy
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection

T = TypeVar("T")
Statement = tuple[str, Any, bool]
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")

_made: dict[Hashable, tuple[list[Statement], Any]] = {}


def repeated(name: str, make: Callable[[], T]) -> T:
    """What `make` gives: a copy of what it gave before, and the rows that it wrote then. `name` says what it makes,
    which may depend on nothing that a test changes; what it gives names rows by their keys and holds none."""
    if settings.POSTGRES:
        return make()
    key = (name, _counted())
    if key not in _made:
        statements: list[Statement] = []
        with connection.execute_wrapper(_noting(statements)):
            given = make()
        _made[key] = statements, deepcopy(given)
        return given
    statements, given = _made[key]
    with connection.cursor() as cursor:
        for statement, parameters, many in statements:
            (cursor.executemany if many else cursor.execute)(statement, parameters)
            if cursor.description:
                cursor.fetchall()
    return deepcopy(given)


def _counted() -> tuple[Any, ...]:
    """The last key of each table of SQLite that has had a row."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name")
        return tuple(cursor.fetchall())


def _noting(statements: list[Statement]) -> Callable[..., Any]:
    """A wrapper of a connection's statements that adds those that write to the list."""

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if sql.lstrip().upper().startswith(WRITES):
            params = list(params) if many else params
            statements.append((sql, params, many))
        return execute(sql, params, many, context)

    return note
