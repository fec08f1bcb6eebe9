"""Analyses as rows: requested by a page, made by a worker or the bot process, kept permanently."""

import logging
from collections.abc import Collection

from celery import current_app
from django.conf import settings
from django.db.models import QuerySet
from kombu.exceptions import OperationalError

from bots.models import Analysis
from bots.turn_verdicts import Judged, accuracy, of_data

log = logging.getLogger(__name__)

QUEUE = "analysis"
SILENT_MS = 60_000
"""What has not got on for so long is begun again: its worker is gone, or its message was lost."""


def wanted(match_id: int, now: int) -> Analysis:
    """The analysis of a finished match, requested if there is none and requested again if it fell silent."""
    row, is_new = Analysis.objects.get_or_create(match_id=match_id, defaults={"asked_at": now, "moved_at": now})
    silent = row.state == Analysis.State.WAITING and now - row.moved_at > SILENT_MS
    if is_new or (silent and _still(row).update(moved_at=now)):
        _start(match_id)
    return row


def again(match_id: int, now: int) -> None:
    """Restart a failed analysis."""
    failed = Analysis.objects.filter(match_id=match_id, state=Analysis.State.FAILED)
    if failed.update(state=Analysis.State.WAITING, turns=[], needed=0, moved_at=now):
        _start(match_id)


def waiting() -> int | None:
    """The match of the oldest analysis request not yet made, for a process that polls."""
    rows = Analysis.objects.filter(state=Analysis.State.WAITING).order_by("asked_at")
    return rows.values_list("match_id", flat=True).first()


def begun(match_id: int) -> Analysis | None:
    """The analysis to work on; None if it was not requested, or is finished."""
    return Analysis.objects.filter(match_id=match_id, state=Analysis.State.WAITING).first()


def add_turn(row: Analysis, judged: Judged, needed: int, now: int) -> bool:
    """Store the verdict on a turn; False if another process has advanced it meanwhile."""
    before = _still(row)
    row.turns, row.needed, row.moved_at = [*row.turns, judged.data()], needed, max(now, row.moved_at + 1)
    return before.update(turns=row.turns, needed=needed, moved_at=row.moved_at) == 1


def end(row: Analysis, state: str) -> None:
    """Mark it as finished or failed."""
    Analysis.objects.filter(pk=row.pk, state=Analysis.State.WAITING).update(state=state)


def accuracies(seats: Collection[tuple[int, int]]) -> dict[int, int]:
    """Of these players, each by a match and the seat in it, the accuracy in per cent by match, where the match has been
    analysed and they had a play to make. Nothing is analysed for it."""
    rows = Analysis.objects.filter(match__in=[match_id for match_id, _seat in seats], state=Analysis.State.DONE)
    turns = {row.match_id: [of_data(data) for data in row.turns] for row in rows}
    found = {match_id: accuracy(turns[match_id], seat) for match_id, seat in seats if match_id in turns}
    return {match_id: value for match_id, value in found.items() if value is not None}


def _still(row: Analysis) -> QuerySet[Analysis]:
    return Analysis.objects.filter(pk=row.pk, state=Analysis.State.WAITING, moved_at=row.moved_at)


def _start(match_id: int) -> None:
    """Send the task to a worker; without Redis the bot process polls."""
    if not settings.REDIS_URL:
        return
    try:
        current_app.send_task("bots.analyse", (match_id,), queue=QUEUE, retry=False)
    except OperationalError as error:
        log.warning("match %s: the analysis could not be queued (%s); it is asked for again.", match_id, error)
