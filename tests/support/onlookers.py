"""Onlookers in tests: nobody has watched yet; and whom a test lets in."""

from collections.abc import Callable

from django.core.cache import cache

from common import onlookers
from game.live import watched_screen
from game.live.onlooker_marks import SEEN
from game.services import watching
from game.services.watching import WatchedMatch, WatchGuard


def forget_onlookers() -> None:
    """Reset, as before the first onlooker: who was seen, what all processes have kept, and what was drawn for them."""
    SEEN.matches.clear()
    SEEN.has_kept = False
    cache.delete(onlookers._PROCESSES)
    watched_screen._kept.clear()


def guard_of(lets_in: Callable[[WatchedMatch, int | None], bool]) -> WatchGuard:
    """The guard that answers each question by itself: a match and a user, None for a visitor."""
    return lambda asked: [(match, user_id) for match, user_id in asked if lets_in(match, user_id)]


def open_to(lets_in: Callable[[WatchedMatch, int | None], bool] = lambda _match, _user_id: True) -> None:
    """From now on those may watch whom `lets_in` says, by default everybody."""
    watching.decide_watching_by(guard_of(lets_in))
