"""The challenge that waits for the reader's answer, first on the home page: at most one, the others are counted."""

from collections.abc import Mapping

from django.http import HttpRequest

from common.home_page import HomePlace
from common.prepared_statements import prepared_cursor
from game import api as game
from people.challenge_shown import shown
from people.services import challenges

_WAITING = """
    SELECT EXISTS (SELECT 1 FROM "people_challenge"
                    WHERE "asked_id" = %s AND "stage" = 'open' AND NOT "is_hidden" AND "lapses_at" > %s)"""


def _challenge(request: HttpRequest) -> Mapping[str, object] | None:
    """The most urgent one, and how many more; for whom nobody asks, as nearly always, one statement in plain SQL."""
    user_id, now_ms = request.user.pk, game.now_ms()
    if user_id is None:
        return None
    with prepared_cursor() as cursor:
        cursor.execute(_WAITING, [user_id, now_ms])
        if not cursor.fetchone()[0]:
            return None
    _asking, asked = challenges.of_player(user_id, now_ms)
    if not asked:
        return None
    return {"challenge": shown(asked[0], user_id, now_ms), "more": len(asked) - 1}


CHALLENGE_PLACE = HomePlace("challenge", "people/home_challenge.html", _challenge)
