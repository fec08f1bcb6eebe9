"""The notices shown on pages now, cached so that pages need no query.

A process keeps those that are not over and queries again after `FRESH_SECONDS`; that is how long a new, changed or
deleted notice takes to reach all pages. A cached notice begins and ends on the second.
"""

import logging
import time
from collections.abc import Sequence
from datetime import datetime

from django.db import DatabaseError

from common.models import Notice

FRESH_SECONDS = 15.0

log = logging.getLogger(__name__)


class _Known:
    notices: Sequence[Notice] = ()
    until = 0.0  # on this process's monotonic clock


def showing(now: datetime) -> list[Notice]:
    """The notices to show, the one that began first on top. While the database is away, the cached ones."""
    if time.monotonic() >= _Known.until:
        _Known.until = time.monotonic() + FRESH_SECONDS
        try:
            _Known.notices = list(Notice.objects.filter(ends_at__gt=now).order_by("starts_at", "pk"))
        except DatabaseError as error:
            log.warning("Notices could not be read (%s): those known before are shown.", type(error).__name__)
    return [notice for notice in _Known.notices if notice.starts_at <= now < notice.ends_at]


def forget() -> None:
    """Query the database when the next page is shown."""
    _Known.until = 0.0
