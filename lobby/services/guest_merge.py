"""Transfers a guest's places in the lobby to the account they sign in to. No account has two places or two seats."""

from django.db import transaction

from game import api as game
from lobby.models import Rematch, RematchAnswer, Room, RoomSeat, Seeker
from lobby.services import rooms, slow_seeks


def hand_over(from_id: int, to_id: int) -> None:
    """Where the account has a place already, the guest's is given up. Joins the caller's transaction."""
    with transaction.atomic():
        if not Seeker.objects.filter(user_id=to_id).exists():
            Seeker.objects.filter(user_id=from_id).update(user_id=to_id)
        slow_seeks.hand_over(from_id, to_id)
        for room in Room.objects.select_for_update().filter(players__user_id=from_id).order_by("pk"):
            if RoomSeat.objects.filter(room=room, user_id=to_id).exists():
                rooms.leave(room.code, from_id, game.now_ms())
            else:
                RoomSeat.objects.filter(room=room, user_id=from_id).update(user_id=to_id)
                Room.objects.filter(pk=room.pk, host_id=from_id).update(host_id=to_id)
        Rematch.objects.filter(offered_by=from_id).update(offered_by=to_id)
        RematchAnswer.objects.filter(player=from_id).exclude(rematch__answers__player=to_id).update(player=to_id)
