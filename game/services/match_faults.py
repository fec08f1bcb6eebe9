"""Matches in which what is due cannot be applied: a fault of the site that affects that match alone.

Each costs a line of the log an hour, a gauge with an alarm (docs/operating.md), and the sweep one try an hour; every
look at the match tries as well. The first try that succeeds, after a fix, clears it.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import InterfaceError, OperationalError
from django.db.models import Q

from game.kernel.base_types import Millis
from game.models import Match
from game.variants import UnknownGame

log = logging.getLogger(__name__)

TRIED_AGAIN_AFTER: Millis = 3_600_000
NO_FAULT = (OperationalError, InterfaceError, UnknownGame)
"""What says nothing about the match: a database that is away or busy, and a game that is no longer installed."""


class MatchFailed(Exception):
    """What is due in the match cannot be applied. Its cause has been logged."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"match {match_id}: what is due cannot be applied")
        self.match_id = match_id


class _Fault(Exception):
    """What came up while a match was settled; its cause says it."""


@contextmanager
def found() -> Iterator[None]:
    """Around what settles a match, within its transaction: whatever comes up there is a fault of that match."""
    try:
        yield
    except NO_FAULT:
        raise
    except Exception as error:
        raise _Fault from error


@contextmanager
def noted(match_id: int, now: Millis) -> Iterator[None]:
    """Around the transaction: a fault found within is recorded. Raises MatchFailed in its place."""
    try:
        yield
    except _Fault as fault:
        if _is_news(match_id, now):
            log.error("match %s: what is due cannot be applied", match_id, exc_info=fault.__cause__)
        raise MatchFailed(match_id) from fault.__cause__


def forgive(row: Match) -> None:
    """What was due in a locked match has been applied: it has no fault any more."""
    if row.failed_at is not None:
        row.failed_at = None
        row.save(update_fields=["failed_at"])


def how_many() -> int:
    """Running matches that have a fault."""
    return Match.objects.filter(status=Match.Status.LIVE, failed_at__isnull=False).count()


def _is_news(match_id: int, now: Millis) -> bool:
    """Record the fault; False where that was done within the hour. Of several callers that find it one does."""
    told_long_ago = Q(failed_at__isnull=True) | Q(failed_at__lte=now - TRIED_AGAIN_AFTER)
    return Match.objects.filter(told_long_ago, pk=match_id).update(failed_at=now) > 0
