"""Who has a page of the site open: a lease in the cache for each user, renewed by the process that keeps the page's
socket (game/live/online_users.py). Nothing is written to the database, and what lapses is gone by itself.

Whether anybody may see it is decided where it is shown (people/whereabouts.py).
"""

from collections.abc import Collection, Iterable

from django.core.cache import cache

LEASE_SECONDS = 75
"""From the last renewal on: who has closed the last page is away within 90 s."""
RENEWED_EVERY_SECONDS = 30.0

_PREFIX = "online:"


def renew(user_ids: Iterable[int]) -> None:
    """These users have a page open now; one call of the cache, none for nobody."""
    keys = {f"{_PREFIX}{user_id}": 1 for user_id in user_ids}
    if keys:
        cache.set_many(keys, timeout=LEASE_SECONDS)


def among(user_ids: Collection[int]) -> frozenset[int]:
    """Which of these users have a page open; one call of the cache, none for nobody."""
    keys = {f"{_PREFIX}{user_id}": user_id for user_id in user_ids}
    return frozenset(keys[key] for key in cache.get_many(keys)) if keys else frozenset()
