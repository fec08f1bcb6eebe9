"""Django's database sessions, fetched by a statement in plain SQL, since every request needs one."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from common.model_rows import ModelRows
from common.prepared_statements import prepared_cursor
from news import api as news

_SESSION = ModelRows(Session)
_BY_KEY = f'SELECT {_SESSION.columns} FROM "django_session" WHERE "session_key" = %s'  # nosec B608


class SessionStore(db.SessionStore):
    """Django's session store with its own query."""

    def load(self) -> dict[str, Any]:
        """The session's data; empty, and without a key, if it is unknown or has expired."""
        with prepared_cursor() as cursor:
            cursor.execute(_BY_KEY, [self.session_key or ""])
            found = cursor.fetchone()
        session = _SESSION.object(found) if found else None
        if session is None or session.expire_date <= timezone.now():
            return super().load()  # which forgets the key, and logs a tampered one
        return self.decode(session.session_data)

    def cycle_key(self) -> None:
        """The same session under another key: the browser's push subscriptions move along."""
        before = self.session_key
        super().cycle_key()
        if self.get(news.PUSHES):
            news.follow_session(before, self.session_key)
