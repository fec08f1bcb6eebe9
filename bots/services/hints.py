"""Hints as rows: requested on a practice page, answered by the bot process, and deleted with the turn."""

from bots.models import Hint
from bots.turn_verdicts import Better


def asked(match_id: int, seat: int, version: int, now: int) -> Hint:
    """The hint for this version of the match, requested now unless it was before."""
    row = Hint.objects.filter(match_id=match_id).first()
    if row is not None and (row.version, row.seat) == (version, seat):
        return row
    given = {"version": version, "seat": seat, "asked_at": now, "answer": None}
    return Hint.objects.update_or_create(match_id=match_id, defaults=given)[0]


def waiting(limit: int) -> list[Hint]:
    """Unanswered hint requests, the oldest first."""
    return list(Hint.objects.filter(answer__isnull=True).order_by("asked_at")[:limit])


def answer(row: Hint, best: Better | None) -> None:
    """Store the answer to a request; a newer request stays open."""
    said = best.data() if best else {}
    Hint.objects.filter(pk=row.pk, version=row.version, seat=row.seat).update(answer=said)


def drop(row: Hint) -> None:
    """Delete a request that is out of date."""
    Hint.objects.filter(pk=row.pk, version=row.version).delete()
