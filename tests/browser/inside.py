"""What a test does to the rows of a running site: with the site's own code, in the process of the tests."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ParamSpec, TypeVar

from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.utils import translation

P = ParamSpec("P")
R = TypeVar("R")


class _Connection(DatabaseWrapper):
    """To the database of a site. pytest-django keeps tests from databases by a patch of what this overrides: it guards
    that of the tests."""

    def ensure_connection(self) -> None:
        if self.connection is None:
            with self.wrap_database_errors:
                self.connect()


class Inside:
    """`inside(function, ...)` calls it with the site's SQLite file as its database: on a thread of its own, which sees
    no other one, and on which no loop of Playwright's runs. Django is in this process already; `manage.py shell` would
    start it anew, for seconds of processor each time.

    The site has to have the SECRET_KEY of the tests, by which sessions and secrets are made.
    """

    def __init__(self, database: Path) -> None:
        self.database = database
        self._thread = ThreadPoolExecutor(1, "inside-the-site", self._begin)

    def _begin(self) -> None:
        translation.activate("en")
        given = connections["default"].settings_dict | {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": self.database,
            "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 60},
        }
        connections["default"] = _Connection(given, "default")

    def __call__(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return self._thread.submit(function, *args, **kwargs).result()

    def close(self) -> None:
        """Close the database; the thread has ended then."""
        self._thread.submit(connections.close_all)
        self._thread.shutdown()
