"""What races need: enough connections for every lane, as many processes would have them, and the lobby's presets."""

import inspect
from collections.abc import Iterator
from typing import cast

import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper
from pytest_django import DjangoDbBlocker

from accounts.services.guests import create_guest
from game import api as game
from lobby.models import Preset
from lobby.services import quick_join
from lobby.services.quick_join import Queue

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


@pytest.fixture
def numbers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal has its players' numbers at once."""
    monkeypatch.setattr(game, "deal_readiness", lambda deal, now_ms: "complete")


@pytest.fixture
def calm() -> Queue:
    """A queue."""
    Preset.objects.get_or_create(key="calm", title_en="Calm", title_sv="Lugn")
    return quick_join.queue("calm", "en")


@pytest.fixture
def players() -> list[int]:
    """Two people."""
    return [create_guest().pk for _ in range(2)]
