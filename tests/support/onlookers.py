"""Onlookers in tests: nobody has watched yet."""

from django.core.cache import cache

from game.live import watched_screen
from game.live.onlooker_marks import SEEN


def forget_onlookers() -> None:
    """Reset, as before the first onlooker: who was seen, what all processes have kept, and what was drawn for them."""
    SEEN.matches.clear()
    SEEN.has_kept = False
    cache.clear()
    watched_screen._kept.clear()
