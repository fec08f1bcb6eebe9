"""Check whether many sessions and users are still as they were when they were validated (common/signed_in.py), by two
statements for all of them.

A session is good for as long as neither its own row changes nor what of its user it was made for. So nothing need be
decoded or compared by Django's rules until one of these is another.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.utils import timezone

from common.signed_in import SESSION_KEYS
from common.signed_in import SignedIn as SignedIn
from common.signed_in import signed_in as signed_in

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


def found(session_keys: Collection[str | None], user_ids: Collection[int]) -> AllFound:
    """The sessions that have not ended, and the users."""
    keys = "', '".join(key for key in session_keys if key and SESSION_KEYS.fullmatch(key))
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
