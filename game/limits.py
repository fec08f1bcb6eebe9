"""How often a player may knock: a count a minute, kept in the cache. Enough for anybody's fingers, not for a flood."""

from django.core.cache import cache

from game.rules.basics import Millis

ACTIONS_A_MINUTE = 300
READOUTS_A_MINUTE = 600


def allow(kind: str, user_id: int, most: int, now: Millis) -> bool:
    """Count one knock of a `kind` by a user; whether it is still within `most` this minute."""
    key = f"limit:{kind}:{user_id}:{now // 60_000}"
    cache.add(key, 0, timeout=120)
    try:
        return cache.incr(key) <= most
    except ValueError:  # the entry expired between the two calls
        return True
