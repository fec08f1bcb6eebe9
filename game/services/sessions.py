"""Who is signed in by which session, and whether many sessions and users are still as they were when they were found
good: by two statements for all of them.

A session is good for as long as neither its own row changes nor what of its user it was made for. So nothing need be
decoded or compared by Django's rules until one of these is another.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model, load_backend
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.utils import timezone
from django.utils.crypto import constant_time_compare

_KEY = re.compile(r"[a-z0-9]{8,40}")
"""As Django makes them. What is none is asked about by nobody: one bad cookie must not fail those asked with it."""
_SESSIONS = """
    SELECT "session_key", "session_data" FROM "django_session" WHERE "session_key" IN ('{keys}') AND "expire_date" > %s
"""
_USERS = 'SELECT "id", "password", "is_active" FROM "{table}" WHERE "id" IN ({ids})'


class Found(NamedTuple):
    """A session that has not ended, and its user: whatever decides whether the one is good for the other."""

    data: str
    password: str
    is_active: bool


@dataclass(frozen=True, slots=True)
class AllFound:
    """What was found of many, by key and by primary key."""

    sessions: Mapping[str, str]
    users: Mapping[int, tuple[str, bool]]

    def of(self, session_key: str | None, user_id: int) -> Found | None:
        """What was found of this session and this user; None where one of them is gone."""
        data, user = self.sessions.get(session_key or ""), self.users.get(user_id)
        return None if data is None or user is None else Found(data, *user)


class ReadSession(SessionStore):
    """A session that was read with others: `read_as` is what its row holds."""

    def __init__(self, session_key: str, read_as: str) -> None:
        super().__init__(session_key)
        self.read_as = read_as

    def load(self) -> dict[str, Any]:
        """What it holds, by no statement of its own. It is signed under the name of Django's class."""
        return SessionStore().decode(self.read_as)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session that is good for its user."""

    session: SessionStore
    user: AbstractBaseUser


def signed_in(session_keys: Collection[str]) -> dict[str, SignedIn]:
    """Of these sessions those by which somebody is signed in, by Django's rules."""
    opened = {}
    rows = SessionStore.get_model_class().objects.filter(
        session_key__in=[key for key in session_keys if _KEY.fullmatch(key)], expire_date__gt=timezone.now()
    )
    for key, data in rows.values_list("session_key", "session_data"):
        session = ReadSession(key, data)
        if SESSION_KEY in session:
            opened[key] = session
    to_python = get_user_model()._meta.pk.to_python
    users = get_user_model().objects.in_bulk({to_python(session[SESSION_KEY]) for session in opened.values()})
    who = {key: (session, users.get(to_python(session[SESSION_KEY]))) for key, session in opened.items()}
    return {key: SignedIn(session, user) for key, (session, user) in who.items() if user and _is_good(session, user)}


def _is_good(session: SessionStore, user: AbstractBaseUser) -> bool:
    path = session.get(BACKEND_SESSION_KEY, "")
    if path not in settings.AUTHENTICATION_BACKENDS:
        return False
    backend: Any = load_backend(path)
    if not backend.user_can_authenticate(user):
        return False
    return constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())


def found(session_keys: Collection[str | None], user_ids: Collection[int]) -> AllFound:
    """The sessions that have not ended, and the users."""
    keys = "', '".join(key for key in session_keys if key and _KEY.fullmatch(key))
    ids = ", ".join(map(str, user_ids))
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:  # plainly: the ORM and the driver take longer for a thousand values than asking
        cursor.execute(_SESSIONS.format(keys=keys), [now])
        data = dict(cursor.fetchall())
        cursor.execute(_USERS.format(table=get_user_model()._meta.db_table, ids=ids or "NULL"))
        users = {user_id: (password, bool(is_active)) for user_id, password, is_active in cursor.fetchall()}
    return AllFound(data, users)


def are_as_in(scope: Mapping[str, Any], what: Found) -> bool:
    """Whether they are as a socket's scope has them, which was found good when it was opened."""
    session, user = scope["session"], scope["user"]
    is_same_user = what.is_active and what.password == user.password
    if not is_same_user or what.data == getattr(session, "read_as", None):
        return is_same_user  # to decode those of a herd at its first beat would hold up all others
    return SessionStore().decode(what.data) == dict(session.items())
