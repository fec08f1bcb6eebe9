"""What becomes of news in the end: gone after 30 days, or somebody else's, or told to whom it is about."""

from typing import Any

from django.db import transaction

from news.models import News
from news.services.reading import KEPT_MS
from news.services.telling import changed_after_commit

MOST_AT_ONCE = 1_000


def remove_old(now_ms: int) -> int:
    """Remove what nobody is shown any more, a part at a time; how many rows."""
    with transaction.atomic():
        old = News.objects.filter(shown_from__lte=now_ms - KEPT_MS).order_by("shown_from")
        found = list(old.select_for_update(skip_locked=True).values_list("pk", flat=True)[:MOST_AT_ONCE])
        if found:
            News.objects.filter(pk__in=found).delete()
    return len(found)


def hand_over(from_id: int, to_id: int) -> None:
    """What a guest was told, the account was, but where it was told the same itself. Joins the caller's transaction."""
    with transaction.atomic():
        told = set(News.objects.filter(user_id=to_id).values_list("topic", "kind"))
        rows = News.objects.filter(user_id=from_id).select_for_update().order_by("kind", "pk")
        moved = [pk for pk, *told_of in rows.values_list("pk", "topic", "kind") if tuple(told_of) not in told]
        News.objects.filter(pk__in=moved).update(user_id=to_id, claimed_until=None)
        changed_after_commit([from_id, to_id])


def replace_name(topic: str, name: str, other: str) -> None:
    """Where the news of a topic say this name, they say the other one from now on. Joins the caller's transaction."""
    with transaction.atomic():
        for row in News.objects.filter(topic=topic).select_for_update().order_by("user_id", "kind", "pk"):
            values = _replaced(row.values, name, other)
            if values != row.values:
                News.objects.filter(pk=row.pk).update(values=values)


def _replaced(value: Any, name: str, other: str) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(one, name, other) for key, one in value.items()}
    if isinstance(value, list):
        return [_replaced(one, name, other) for one in value]
    return other if value == name else value


def exported(user_id: int) -> list[dict[str, Any]]:
    """What the person was told and has not been taken back, as plain values, the oldest first."""
    rows = News.objects.filter(user_id=user_id, withdrawn_at__isnull=True).order_by("happened_at", "pk")
    return list(rows.values("kind", "topic", "values", "path", "happened_at", "shown_from", "read_at"))
