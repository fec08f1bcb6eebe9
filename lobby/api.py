"""What other apps may use of the lobby: the periodic job, and for the bot API a player's actions in a room."""

from game import api as game
from lobby.cards import preset_titles
from lobby.models import SlowSeek
from lobby.room_shown import View as RoomView
from lobby.services import quick_join, rematch, rooms, slow_seeks
from lobby.services.rooms import Refused as RoomRefused
from lobby.services.rooms import join as join_room
from lobby.services.rooms import leave as leave_room
from lobby.services.rooms import look as look_at_room
from lobby.services.rooms import poll as poll_room
from lobby.services.rooms import rooms_of
from lobby.services.rooms import set_ready as set_ready_in_room

__all__ = [
    "RoomRefused",
    "RoomView",
    "join_room",
    "leave_room",
    "look_at_room",
    "poll_room",
    "preset_titles",
    "rooms_of",
    "set_ready_in_room",
    "sweep",
]


def sweep(now_ms: int) -> int:
    """Remove expired places of Quick Join, slow seeks, rooms and deals, and make the rematches and slow matches for
    which no page waits; how many."""
    changed = quick_join.sweep(now_ms) + slow_seeks.sweep(now_ms) + rooms.sweep(now_ms) + rematch.sweep(now_ms)
    waited_by = SlowSeek.objects.exclude(deal="").values_list("deal", flat=True)
    return changed + game.sweep_deals(now_ms, waited_by)
