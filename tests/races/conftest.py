"""What races need: enough connections for every lane, as many processes would have them, and the lobby's presets."""

import inspect
from collections.abc import Iterator
from typing import cast

import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper
from pytest_django import DjangoDbBlocker

from lobby.services import quick_join

MOST_CONNECTIONS = 24


@pytest.fixture(autouse=True)
def _connections_enough(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A wider pool on Postgres, closed behind the test: the site's own is for one process.

    Commits here do not wait for the disk. That changes when a commit is safe, never what it locks or shows.
    """
    if not settings.POSTGRES or request.node.get_closest_marker("django_db") is None:
        yield
        return
    options = connections.settings["default"]["OPTIONS"]
    before = dict(options)
    database = cast(DatabaseWrapper, connection)
    database.close_pool()
    options["options"] = "-c synchronous_commit=off"
    options["pool"] = {"min_size": 1, "max_size": MOST_CONNECTIONS, "timeout": 20}
    yield
    options.clear()
    options.update(before)
    database.close_pool()


@pytest.fixture(autouse=True)
def _processes_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lanes stand for processes, which share no memory: none waits for what another one is reading."""
    monkeypatch.setattr(quick_join, "_known", inspect.unwrap(quick_join._known))
