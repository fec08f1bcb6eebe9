"""The stage of the sockets: a still clock, no heartbeat but those that a test asks for, and nothing left open."""

import threading
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.backends.utils import CursorWrapper
from django.urls import get_resolver

from accounts.models import User
from game.live import consumers, kept_consumer, socket_keeper
from game.services import clock, presence
from tests.support.matches import START
from tests.support.sockets import close_all


@pytest.fixture(autouse=True)
def _rounds_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match's first second, wherever a clock is read; and the keeper does what a test has it do, however slow the
    machine, or all of it at a quick beat."""
    get_resolver().url_patterns  # noqa: B018 -- imports the views, which would keep the still clock for good
    for module in (clock, consumers):
        monkeypatch.setattr(module, "now_ms", lambda: START + 1000)
    monkeypatch.setattr(socket_keeper, "BEAT_SECONDS", 3600)


@pytest.fixture
def nobody_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is there is another file's affair, and so is who has a session."""

    async def same_user(scope: dict[str, Any]) -> Any:
        return scope["user"]

    monkeypatch.setattr(presence, "touch", lambda *args, **more: None)
    monkeypatch.setattr(kept_consumer, "get_user", same_user)


@pytest.fixture(autouse=True)
async def _closed_sockets() -> AsyncIterator[None]:
    """Every socket of a test is closed, also when the test fails: its pump would go on for ever."""
    yield
    await close_all()


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """(thread, statement) of all that the database is asked from now on, in whatever thread."""
    found: list[tuple[str, str]] = []
    execute = CursorWrapper.execute

    def noted(self: CursorWrapper, sql: str, params: Any = None) -> Any:
        found.append((threading.current_thread().name, sql))
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", noted)
    return found


def kept_pages() -> list[consumers.MatchConsumer]:
    """The open pages, as the keeper of this loop has them."""
    parts = socket_keeper.of_this_loop().parts
    return [cast(consumers.MatchConsumer, page) for part in parts for page in part]


def sign_in(user: User) -> SessionStore:
    """A session as a sign-in leaves it."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return session


# What ends a session: each of (its user, the session).


def deleted(user: User, session: SessionStore) -> None:
    Session.objects.filter(pk=session.session_key).delete()


def ended_in_time(user: User, session: SessionStore) -> None:
    Session.objects.filter(pk=session.session_key).update(expire_date="2020-01-01T00:00Z")


def password_changed(user: User, session: SessionStore) -> None:
    get_user_model().objects.filter(pk=user.pk).update(password="another")


def locked_out(user: User, session: SessionStore) -> None:
    get_user_model().objects.filter(pk=user.pk).update(is_active=False)


def user_deleted(user: User, session: SessionStore) -> None:
    user.delete()


def of_another_backend(user: User, session: SessionStore) -> None:
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.AllowAllUsersModelBackend"
    session.save()


def without_a_hash(user: User, session: SessionStore) -> None:
    del session[HASH_SESSION_KEY]
    session.save()


def nobodys(user: User, session: SessionStore) -> None:
    del session[SESSION_KEY]
    session.save()


ENDS = [
    deleted, ended_in_time, password_changed, locked_out, user_deleted, of_another_backend, without_a_hash, nobodys,
]  # fmt: skip
