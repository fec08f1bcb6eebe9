"""A plugin of pytest: how a test process with Django is set up, what it runs on, and how each test begins.

A process runs on SQLite and in memory, or on Postgres and Redis where DATABASE_URL and REDIS_URL say so; one process
never does both (`python3 manage.py test` starts one of each). tests/conftest.py loads it wherever pytest-django is on.
"""

import logging
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import translation
from pytest_django import DjangoDbBlocker

from common import notices, one_second_cache, rate_limits
from tests.support import empty_tables, made_database

FOLDER = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("BOTS", "0")  # a test that is about the process of bots starts one
    # Names of its own for every process: test runs at the same time, and workers of one run, never meet.
    folder = config.stash[FOLDER] = Path(tempfile.mkdtemp(prefix="alfapower-tests-"))
    os.environ.setdefault(made_database.OF_THE_RUN, str(folder))  # the first's; its workers share it
    own = f"alfapower_test_{os.getpid()}"
    database = settings.DATABASES["default"]
    database["TEST"]["NAME"] = own if settings.POSTGRES else str(folder / "test.sqlite3")
    if settings.POSTGRES:
        # The migrations that make the test database, and a test on a slow machine, may think between two statements;
        # and of ten at once at one row the last waits for nine.
        limits = database["OPTIONS"]
        limits["options"] = limits["options"].replace("session_timeout=5000", "session_timeout=60000")
        limits["options"] = limits["options"].replace("lock_timeout=2000", "lock_timeout=30000")
        limits["options"] = limits["options"].replace("statement_timeout=5000", "statement_timeout=30000")
        settings.STATEMENT_TIMEOUT_MS = 30_000
        if "pool" in limits:
            limits["pool"]["timeout"] = 60
    settings.CACHES["default"]["KEY_PREFIX"] = own
    if settings.REDIS_URL:
        # Emptying a cache empties its whole Redis database: each worker has its own.
        worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        settings.CACHES["default"]["LOCATION"] = re.sub(r"/\d+$", f"/{15 - worker}", settings.REDIS_URL)
        settings.CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = own

    security = logging.getLogger("security")  # events of tests are nobody's to keep
    security.handlers = [handler for handler in security.handlers if handler.get_name() != "security"]
    settings.SECRET_KEY = "of-the-tests-alone-" * 3
    one_second_cache.SECONDS = 0.0  # what a process reads once a second a test reads each time
    settings.STAFF_MFA = False  # a test that is about the second factor of staff asks for it
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real ones are slow
    # Tests render pages without collectstatic, on Postgres too.
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STATIC_ROOT = None
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True  # looked for when asked for


@pytest.hookimpl(trylast=True)  # when pytest-django lets everybody at the database again
def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        made_database.forget()
    shutil.rmtree(config.stash[FOLDER], ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """In place of pytest-django's own: the test database is a copy, and its tables are emptied faster."""
    before = settings.DATABASES["default"]["NAME"]
    with django_db_blocker.unblock():
        made_database.lend(settings.DATABASES["default"]["TEST"]["NAME"])
        empty_tables.install()
    yield
    with django_db_blocker.unblock():
        made_database.give_back(before)


@pytest.fixture(autouse=True)
def _as_in_a_new_process() -> None:
    """Each test begins as if nothing had been before it; in one fixture, for each costs as much as many a test."""
    from game.live import open_sockets, pushes
    from game.services import arrival_stamps, replays
    from tests.support.onlookers import forget_onlookers

    translation.activate("en")  # a request in another language leaves its thread in it
    if settings.REDIS_URL:
        from common import redis_fallback

        redis_fallback.forget()
    rate_limits.forget()  # nothing is used up of any limit
    notices._Known.notices, notices._Known.until = (), float("inf")  # there are none, and no page asks for any
    # No match is known: the rows of an earlier test may come again, names and all (repeated_rows.py).
    replays._told.clear()
    pushes._kept.clear()
    arrival_stamps._given.clear()
    if not settings.REDIS_URL:
        cache.clear()
    forget_onlookers()
    # Sockets that an earlier test left open would count against its players.
    open_sockets._open.clear()
    open_sockets._of_user.clear()
