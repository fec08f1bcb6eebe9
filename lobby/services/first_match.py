"""The first match of a new player, begun by one press: the calmest bot, the first preset, no clock, a searched-for
deal. How it teaches is decided by the match page.
"""

import hashlib

from django.core.cache import cache
from django.db import transaction

from accounts.api import User
from bots import api as bots
from game import api as game
from lobby.models import Preset
from lobby.services import practice

PRESS_SECONDS = 10
"""How long a second press from a browser without a session waits for the first one."""


def begin(user_id: int, language: str, now_ms: int) -> str:
    """Begin the player's first match unless it runs, and return its public id; "" if the player has practised before or
    no deal was found. Raises engagements.Busy, practice.NotOffered, practice_limit.TooManyPractice.

    Does not check that bots are ready: the match begins, and they get ready while the player lays the first word.
    """
    what = wanted(language)
    seed = practice.first_deal(user_id, what)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user_id)
        if game.has_practised(user_id):  # in another tab, a moment ago
            return game.taught_match(user_id)
        what = practice.taught(what)
        return practice.make(user_id, what, game.commitment(seed), now_ms, seed) if seed else ""


def wanted(language: str) -> practice.Wanted:
    """The choices of the first match. Raises practice.NotOffered where there is no preset to play by."""
    first = Preset.objects.filter(active=True, variant=game.DEFAULT_VARIANT).first()
    if first is None:
        raise practice.NotOffered("preset")
    return practice.wanted(
        level=next(iter(bots.LEVELS)), preset=first.key, language=language, clock=False, at_once=False, own=None
    )


def claim(browser: str) -> bool:
    """Whether this is the first press of a browser without a session, identified by a secret of its own; of two presses
    at once exactly one is."""
    return bool(cache.add(_key(browser), True, PRESS_SECONDS))


def is_claimed(browser: str) -> bool:
    """Whether another press of that browser is being answered, or was a moment ago."""
    return cache.get(_key(browser)) is not None


def give_back(browser: str) -> None:
    """Release the claim of a press that failed: the next one is the first again."""
    cache.delete(_key(browser))


def _key(browser: str) -> str:
    return f"first-match-{hashlib.sha256(browser.encode()).hexdigest()}"
