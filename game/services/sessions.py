"""Whether many sessions and users are still as they were when they were found good, by two statements for all of them.

A session is good for as long as neither its own row changes nor what of its user it was made for. So nothing need be
decoded or compared by Django's rules until one of these is another.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone


@dataclass(frozen=True, slots=True)
class Found:
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
    rows = SessionStore.get_model_class().objects.filter(
        session_key__in=[key for key in session_keys if key], expire_date__gt=timezone.now()
    )
    users = get_user_model().objects.filter(pk__in=user_ids).values_list("pk", "password", "is_active")
    return AllFound(
        dict(rows.values_list("session_key", "session_data")),
        {user_id: (password, is_active) for user_id, password, is_active in users},
    )


def are_as_in(scope: Mapping[str, Any], what: Found) -> bool:
    """Whether they are as a socket's scope has them, which was found good when it was opened."""
    session, user = scope["session"], scope["user"]
    is_same_user = what.is_active and what.password == user.password
    return is_same_user and SessionStore().decode(what.data) == dict(session.items())
