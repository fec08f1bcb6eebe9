"""How long talk is kept, and to whom it goes: 30 days after the match, 90 where something in it was reported."""

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from common.durations import DAY_MS
from people.models import Mute, Report, TalkLine, TalkSeat

KEPT_MS, KEPT_REPORTED_MS = 30 * DAY_MS, 90 * DAY_MS
AT_ONCE = 1_000


def remove_old(now_ms: int) -> int:
    """Periodic: remove the talk whose time is over; how many lines. Of a match with a reported line all of it stays as
    long, for what was said before and after is what a moderator judges by."""
    reported = Report.objects.filter(line__match=OuterRef("match"))
    over = TalkLine.objects.filter(match__status="over")
    old = over.filter(match__finished_at__lte=now_ms - KEPT_MS).exclude(Exists(reported))
    older = over.filter(match__finished_at__lte=now_ms - KEPT_REPORTED_MS)
    keys = [*old.values_list("pk", flat=True)[:AT_ONCE], *older.values_list("pk", flat=True)[:AT_ONCE]]
    if not keys:
        return 0
    removed = TalkLine.objects.filter(pk__in=keys).delete()[1].get(TalkLine._meta.label, 0)
    TalkSeat.objects.filter(match__finished_at__lte=now_ms - KEPT_REPORTED_MS).delete()
    return removed


def hand_over(from_id: int, to_id: int) -> None:
    """A guest's lines, choices and mutes are the account's, and mutes of the guest are of the account. Joins the
    caller's transaction, which holds the rows of both."""
    with transaction.atomic():
        TalkLine.objects.filter(user_id=from_id).update(user_id=to_id)
        theirs = TalkSeat.objects.filter(user_id=to_id).values("match")
        TalkSeat.objects.filter(user_id=from_id).exclude(match__in=theirs).update(user_id=to_id)
        for field, other in (("user_id", "muted_id"), ("muted_id", "user_id")):
            kept = Mute.objects.filter(**{field: to_id}).values(other)
            moving = Mute.objects.filter(**{field: from_id}).exclude(**{f"{other}__in": kept})
            moving.exclude(**{other: to_id}).update(**{field: to_id})


def exported(user_id: int) -> dict[str, Any]:
    """The player's own lines and choices, as plain values by the names they have in the export."""
    lines = TalkLine.objects.filter(user_id=user_id).select_related("match").order_by("pk")
    muted = Mute.objects.filter(user_id=user_id).select_related("muted").order_by("pk")
    seats = TalkSeat.objects.filter(user_id=user_id, allows_text=True).select_related("match").order_by("pk")
    return {
        "talk": [
            {"match": line.match.public_id, "at": line.made_at, "said": line.said, "text": line.text} for line in lines
        ],
        "talk_free_text_allowed": [seat.match.public_id for seat in seats],
        "muted": [{"id": row.muted.public_id, "name": row.muted.display_name, "made_at": row.made_at} for row in muted],
    }
