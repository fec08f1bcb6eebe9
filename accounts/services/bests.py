"""Best totals of matches played alone: stored when a match ends, read by boards and pages."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from accounts.best_models import BestTotal
from game import api as game

SHOWN = 50
"""Lines of a board."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a board; equal totals share a place, the earliest listed first."""

    place: int
    best: BestTotal


def note(match_id: int) -> None:
    """Store the total of a finished match, if it is its player's best. Joins the caller's transaction."""
    result, kind = game.result(match_id), game.best_kind(match_id)
    if result is None or not kind or result.seats[0].user_id is None:
        return
    seat = result.seats[0]
    _keep(seat.user_id or 0, BestTotal(
        variant=result.variant, kind=kind, total=seat.total, match_id=match_id, ended_at=result.finished_at
    ))  # fmt: skip


def move(from_id: int, to_id: int) -> None:
    """Move one player's bests to another, keeping the better of each two. Joins the caller's transaction."""
    for best in BestTotal.objects.filter(user_id=from_id):
        _keep(to_id, best)
    BestTotal.objects.filter(user_id=from_id).delete()


def best_of(user_id: int, variant: str, match_id: int) -> BestTotal | None:
    """The player's best of the kind of this match; None without one, and for a match that has no kind."""
    kind = game.best_kind(match_id)
    return BestTotal.objects.filter(user_id=user_id, variant=variant, kind=kind).first() if kind else None


def board(variant: str, kind: str) -> list[Line]:
    """The best totals of that kind, the highest first."""
    lines: list[Line] = []
    for number, best in enumerate(_listed(variant, kind)[:SHOWN], 1):
        shares = lines and lines[-1].best.total == best.total
        lines.append(Line(lines[-1].place if shares else number, best))
    return lines


def own_line(variant: str, kind: str, user_id: int) -> Line | None:
    """The player's own row on that board, at whatever place; None without one."""
    rows = _listed(variant, kind)
    best = rows.filter(user_id=user_id).first()
    return Line(rows.filter(total__gt=best.total).count() + 1, best) if best else None


def _listed(variant: str, kind: str) -> QuerySet[BestTotal]:
    """Accounts only, without those that are closed or hide their figures."""
    rows = BestTotal.objects.filter(variant=variant, kind=kind)
    rows = rows.filter(user__is_guest=False, user__is_active=True, user__hides_figures=False, user__is_bot=False)
    return rows.select_related("user").order_by("-total", "ended_at", "pk")


def _keep(user_id: int, best: BestTotal) -> None:
    fields = {"total": best.total, "match_id": best.match_id, "ended_at": best.ended_at}
    with transaction.atomic():
        mine = BestTotal.objects.filter(user_id=user_id, variant=best.variant, kind=best.kind)
        _row, is_new = mine.get_or_create(user_id=user_id, variant=best.variant, kind=best.kind, defaults=fields)
        if not is_new:
            mine.filter(total__lt=best.total).update(**fields)
