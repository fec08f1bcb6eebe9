"""The sections of the home page that people bring."""

from collections.abc import Mapping

from django.http import HttpRequest

from accounts.api import User
from common.home_page import HomePlace
from game.api import now_ms
from people.challenge_home import CHALLENGE_PLACE
from people.services.pairs import is_person
from people.watching.best_match import best
from people.whereabouts import seen

MOST_SHOWN = 6


def _friends(request: HttpRequest) -> Mapping[str, object] | None:
    """Which friends are here, and how many are away; nothing for who has none."""
    user = request.user
    found = seen(user.pk) if isinstance(user, User) and is_person(user) else []
    if not found:
        return None
    there = [one for one in found if one.is_there]
    return {"there": there[:MOST_SHOWN], "more": len(there[MOST_SHOWN:]), "away": len(found) - len(there)}


def _best(request: HttpRequest) -> Mapping[str, object] | None:
    """The best match that everyone may watch; nothing where there is none."""
    found = best(now_ms())
    return None if found is None else {"best": found}


HOME_PLACES = (
    CHALLENGE_PLACE,
    HomePlace("friends", "people/home_friends.html", _friends, beside=True),
    HomePlace("best", "people/watching/home_watch.html", _best, beside=True),
)
