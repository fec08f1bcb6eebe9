"""Which features of the lobby a player is using, read by one statement a page: nearly always none. The details are read
by each feature's own service."""

from typing import NamedTuple

from django.http import HttpRequest

from common.prepared_statements import prepared_cursor


class Activity(NamedTuple):
    """Whether the player looks for an opponent, has a seat in a room, is listened to after a match, and has a slow seek
    or has come to one."""

    seeks: bool = False
    has_rooms: bool = False
    is_listened_to: bool = False
    seeks_slowly: bool = False


_EXISTS = """
    SELECT EXISTS (SELECT 1 FROM "lobby_seeker" WHERE "user_id" = %s AND "gone_at" > %s),
           EXISTS (SELECT 1 FROM "lobby_roomseat" JOIN "lobby_room" AS "room" ON "room"."id" = "room_id"
                    WHERE "user_id" = %s AND "ended" = '' AND "match" = '' AND "expires_at" > %s),
           EXISTS (SELECT 1 FROM "lobby_presence" WHERE "user_id" = %s AND "listen_until" > %s),
           EXISTS (SELECT 1 FROM "lobby_slowseek"
                    WHERE "user_id" = %s AND "lapses_at" > %s OR "comer_id" = %s AND "match" = '')"""


def of_player(user_id: int, now_ms: int) -> Activity:
    """The current activity of this player."""
    with prepared_cursor() as cursor:
        cursor.execute(_EXISTS, [*[user_id, now_ms] * len(Activity._fields), user_id])
        return Activity(*map(bool, cursor.fetchone()))


def of_reader(request: HttpRequest, now_ms: int) -> Activity:
    """The activity of the user who makes this request, read once a request; empty for a visitor without an account."""
    if request.user.pk is None:
        return Activity()
    if not hasattr(request, "lobby_activity"):
        request.lobby_activity = of_player(request.user.pk, now_ms)  # type: ignore[attr-defined]
    known: Activity = request.lobby_activity  # type: ignore[attr-defined]
    return known
