"""The sections of the home page that people bring."""

from collections.abc import Mapping

from django.http import HttpRequest

from accounts.api import User
from common.home_page import HomePlace
from common.reader_questions import ReaderQuestion
from game import api as game
from people.challenge_shown import shown
from people.services import challenges
from people.services.pairs import is_person
from people.watching.best_match import best
from people.whereabouts import seen

MOST_SHOWN = 6
_IS_ASKED = ReaderQuestion(
    (
        """EXISTS (SELECT 1 FROM "people_challenge"
                    WHERE "asked_id" = %s AND "stage" = 'open' AND NOT "is_hidden" AND "lapses_at" > %s)""",
    ),
    lambda request: (request.user.pk or 0, game.now_ms()),
    bool,
    of_nobody=False,
    pages=("lobby:home",),
)
"""Whether a challenge waits for the reader's answer."""


def _challenge(request: HttpRequest) -> Mapping[str, object] | None:
    """The challenge that waits most urgently for the reader's answer, and how many more."""
    user_id, now_ms = request.user.pk, game.now_ms()
    if user_id is None or not _IS_ASKED.of_reader(request):
        return None
    _asking, asked = challenges.of_player(user_id, now_ms)
    if not asked:
        return None
    return {"challenge": shown(asked[0], user_id, now_ms), "more": len(asked) - 1}


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
    found = best(game.now_ms())
    return None if found is None else {"best": found}


HOME_PLACES = (
    HomePlace("challenge", "people/home_challenge.html", _challenge),
    HomePlace("friends", "people/home_friends.html", _friends, beside=True),
    HomePlace("best", "people/watching/home_watch.html", _best, beside=True),
)
