"""What the lobby has of a player at all, by one statement a page: nearly always nothing. What there is, its own service
reads."""

from typing import NamedTuple

from common.prepared_statements import prepared_cursor


class Activity(NamedTuple):
    """Whether the player looks for an opponent, has a seat in a room, and is listened to after a match."""

    seeks: bool = False
    has_rooms: bool = False
    is_listened_to: bool = False


_EXISTS = """
    SELECT EXISTS (SELECT 1 FROM "lobby_seeker" WHERE "user_id" = %s AND "gone_at" > %s),
           EXISTS (SELECT 1 FROM "lobby_roomseat" JOIN "lobby_room" AS "room" ON "room"."id" = "room_id"
                    WHERE "user_id" = %s AND "ended" = '' AND "match" = '' AND "expires_at" > %s),
           EXISTS (SELECT 1 FROM "lobby_presence" WHERE "user_id" = %s AND "listen_until" > %s)"""


def of_player(user_id: int, now_ms: int) -> Activity:
    """What there is of this player."""
    with prepared_cursor() as cursor:
        cursor.execute(_EXISTS, [user_id, now_ms] * len(Activity._fields))
        return Activity(*map(bool, cursor.fetchone()))
