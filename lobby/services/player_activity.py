"""What the lobby has of a player at all, by one statement a page: nearly always nothing. What there is, its own service
reads."""

from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from accounts.api import User
from common.prepared_queries import PreparedQuery
from lobby.models import Presence, RoomSeat, Seeker


class Activity(NamedTuple):
    """Whether the player looks for an opponent, has a seat in a room, and is listened to after a match."""

    seeks: bool = False
    has_rooms: bool = False
    is_listened_to: bool = False


def _exists(user_id: int, now_ms: int) -> QuerySet[User, tuple[bool, bool, bool]]:
    of_player = {"user_id": OuterRef("pk")}
    return User.objects.filter(pk=user_id).values_list(
        Exists(Seeker.objects.filter(**of_player, gone_at__gt=now_ms)),
        Exists(RoomSeat.objects.filter(**of_player, room__ended="", room__match="", room__expires_at__gt=now_ms)),
        Exists(Presence.objects.filter(**of_player, listen_until__gt=now_ms)),
    )


_EXISTS = PreparedQuery(_exists, user_id=int, now_ms=int)


def of_player(user_id: int, now_ms: int) -> Activity:
    """What there is of this player."""
    rows = _EXISTS.rows(user_id=user_id, now_ms=now_ms)
    return Activity(*rows[0]) if rows else Activity()
