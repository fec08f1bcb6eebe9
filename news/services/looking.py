"""Who looks at their shelf: what it says need not be sent meanwhile. An open page that nobody looks at says nothing."""

from collections.abc import Collection, Mapping

from news.models import ShelfLook

FRESH_MS = 15_000
"""So long after its last word a page counts as looked at."""


def note_shelf_looks(looks: Mapping[int, int]) -> None:
    """Pages with these people's shelves have said that somebody looks at them, each at a moment; by one statement."""
    ShelfLook.objects.bulk_create(
        [ShelfLook(user_id=user_id, looked_at=at) for user_id, at in sorted(looks.items())],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["looked_at"],
    )


def looking_at_shelf(user_ids: Collection[int], now_ms: int) -> set[int]:
    """Those of them who look at their shelf."""
    looks = ShelfLook.objects.filter(user_id__in=user_ids, looked_at__gt=now_ms - FRESH_MS)
    return set(looks.values_list("user_id", flat=True))
