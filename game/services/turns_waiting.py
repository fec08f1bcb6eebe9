"""In how many matches the reader's turn waits for them: the number in the bar of every page."""

from django.http import HttpRequest

from common.reader_questions import ReaderQuestion, Values


def _values(request: HttpRequest) -> Values:
    at = request.resolver_match
    is_match = at is not None and at.view_name == "game:match"
    return request.user.pk or 0, at.kwargs["public_id"] if at is not None and is_match else ""


HOW_MANY_WAIT = ReaderQuestion(
    (
        """(SELECT COUNT(*) FROM "game_seatrow" JOIN "game_match" ON "game_match"."id" = "game_seatrow"."match_id"
            WHERE "user_id" = %s AND "status" = 'live' AND NOT "practice" AND "on_turn" = "seat"
              AND "public_id" <> %s)""",
    ),
    _values,
    int,
    of_nobody=0,
)
"""In how many running matches with other people a user is on turn, but for that with this public id: by default the
match of the page. No state is read."""
