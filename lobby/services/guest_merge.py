"""Transfers a guest's places in the lobby to the account they sign in to. No account has two places or two seats."""

from django.db import transaction
from django.db.models import Q

from game import api as game
from lobby.models import Rematch, RematchAnswer, Room, RoomSeat, Seeker
from lobby.services import rooms, slow_seeks


def lock_places(from_id: int) -> None:
    """Lock the guest's places, each of which is locked before its players by whoever makes a match from it. Joins the
    caller's transaction."""
    in_rooms = RoomSeat.objects.filter(user_id=from_id).values("room")
    answered = Q(offered_by=from_id) | Q(pk__in=RematchAnswer.objects.filter(player=from_id).values("rematch"))
    for places in (
        Room.objects.filter(pk__in=in_rooms),
        Rematch.objects.filter(answered, match=""),
        Seeker.objects.filter(user_id=from_id),
    ):
        list(places.select_for_update().order_by("pk").values_list("pk"))


def hand_over(from_id: int, to_id: int) -> None:
    """Where the account has a place already, the guest's is given up. Joins the caller's transaction, which
    holds those of the guest."""
    with transaction.atomic():
        if not Seeker.objects.filter(user_id=to_id).exists():
            Seeker.objects.filter(user_id=from_id).update(user_id=to_id)
        slow_seeks.hand_over(from_id, to_id)
        for room in Room.objects.filter(players__user_id=from_id).order_by("pk"):
            if RoomSeat.objects.filter(room=room, user_id=to_id).exists():
                rooms.leave(room.code, from_id, game.now_ms())
            else:
                RoomSeat.objects.filter(room=room, user_id=from_id).update(user_id=to_id)
                Room.objects.filter(pk=room.pk, host_id=from_id).update(host_id=to_id)
        Rematch.objects.filter(offered_by=from_id).update(offered_by=to_id)
        RematchAnswer.objects.filter(player=from_id).exclude(rematch__answers__player=to_id).update(player=to_id)
