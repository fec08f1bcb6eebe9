"""Presence of players on the site after a match: one source for the end page, the home page and every other page.

Any open page counts. A player is recorded when a match of theirs is made and whenever an end page is viewed; for an
hour from then on each of their pages sends a sign of life every few seconds.
"""

from collections.abc import Collection

from common.durations import HOUR_MS
from lobby.models import Presence

GONE_MS = 10_000  # a player not heard from for this long has left; a reload is shorter
LISTEN_MS = HOUR_MS


def expect(user_ids: Collection[int], now_ms: int) -> None:
    """Record these players as present, and have their pages send signs of life. Joins the caller's transaction."""
    Presence.objects.bulk_create(
        [Presence(user_id=pk, seen_at=now_ms, listen_until=now_ms + LISTEN_MS) for pk in sorted(user_ids)],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["seen_at", "listen_until"],
    )


def heard(user_id: int, now_ms: int) -> bool:
    """Record a sign of life from a page of the player; whether the page need send another."""
    return bool(Presence.objects.filter(user_id=user_id, listen_until__gt=now_ms).update(seen_at=now_ms))


def last_heard(user_ids: Collection[int]) -> dict[int, int]:
    """When each player was last heard from; those never heard from are missing."""
    return dict(Presence.objects.filter(user_id__in=user_ids).values_list("user_id", "seen_at"))
