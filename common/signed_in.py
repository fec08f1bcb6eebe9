"""Which user is signed in by which session, by Django's rules: two statements for many sessions."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model, load_backend
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from django.utils.crypto import constant_time_compare

SESSION_KEYS = re.compile(r"[a-z0-9]{8,40}")
"""As Django makes them. Invalid ones are not queried: one bad cookie must not fail the others in the batch."""


class ReadSession(SessionStore):
    """A session read together with others: `read_as` is its row's data."""

    def __init__(self, session_key: str, read_as: str) -> None:
        super().__init__(session_key)
        self.read_as = read_as

    def load(self) -> dict[str, Any]:
        """Its data, without a query of its own. It is signed under the name of Django's class."""
        return SessionStore().decode(self.read_as)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session that is valid for its user."""

    session: SessionStore
    user: AbstractBaseUser


def signed_in(session_keys: Collection[str]) -> dict[str, SignedIn]:
    """Those of these sessions by which a user is signed in, by Django's rules."""
    opened = {}
    rows = SessionStore.get_model_class().objects.filter(
        session_key__in=[key for key in session_keys if SESSION_KEYS.fullmatch(key)], expire_date__gt=timezone.now()
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
