"""Sessions as Django keeps them in the database, found by a statement that is put into words once: every request asks
for one."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from common.prepared_queries import PreparedQuery

_BY_KEY = PreparedQuery(lambda session_key: Session.objects.filter(session_key=session_key), session_key=str)


class SessionStore(db.SessionStore):
    """Django's own, but for that."""

    def _get_session_from_db(self) -> Any:
        found = _BY_KEY.first(session_key=self.session_key or "")
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found
