"""Which features of the lobby a player is using: nearly always none. The details are read by each feature's own
service."""

from typing import NamedTuple

from django.http import HttpRequest

from common.reader_questions import ReaderQuestion, Values
from game import api as game


class Activity(NamedTuple):
    """Whether the player looks for an opponent, has a seat in a room, is listened to after a match, and has a slow seek
    or has come to one."""

    seeks: bool = False
    has_rooms: bool = False
    is_listened_to: bool = False
    seeks_slowly: bool = False


def _values(user_id: int, now_ms: int) -> Values:
    return [*[user_id, now_ms] * len(Activity._fields), user_id]


def _of_request(request: HttpRequest) -> Values:
    return _values(request.user.pk or 0, game.now_ms())


def _read(*columns: int) -> Activity:
    return Activity(*map(bool, columns))


ACTIVITY = ReaderQuestion(
    (
        """EXISTS (SELECT 1 FROM "lobby_seeker" WHERE "user_id" = %s AND "gone_at" > %s)""",
        """EXISTS (SELECT 1 FROM "lobby_roomseat" JOIN "lobby_room" AS "room" ON "room"."id" = "room_id"
                    WHERE "user_id" = %s AND "ended" = '' AND "match" = '' AND "expires_at" > %s)""",
        """EXISTS (SELECT 1 FROM "lobby_presence" WHERE "user_id" = %s AND "listen_until" > %s)""",
        """EXISTS (SELECT 1 FROM "lobby_slowseek"
                    WHERE "user_id" = %s AND "lapses_at" > %s OR "comer_id" = %s AND "match" = '')""",
    ),
    _of_request,
    _read,
    of_nobody=Activity(),
)


def of_player(user_id: int, now_ms: int) -> Activity:
    """The current activity of this player."""
    return ACTIVITY.alone(*_values(user_id, now_ms))
