"""Which game a room is for: the host may have another one played.

Joins the order of services/rooms.py: the room's row is locked first, and time takes effect.
"""

from django.db import transaction

from game import api as game
from lobby.room_shown import View
from lobby.services.room_rows import Refused, hosted, saved_by_host, sizes, unready


def set_game(code: str, user_id: int, variant: str, now_ms: int) -> View:
    """Play that game, by its own rules in the same match language; nobody is ready any more if it is another one.

    As many play as before where that can be. Raises Refused: no_room, not_host, unknown_game, bad_seats (more are there
    than can play it).
    """
    with transaction.atomic():
        room, taken = hosted(code, user_id, now_ms)
        if variant not in game.games():
            raise Refused("unknown_game")
        if variant != room.variant:
            fitting = [seats for seats in sizes(variant) if seats > max(taken)]
            if not fitting:
                raise Refused("bad_seats")
            language = game.full_settings(room.settings, room.variant)["language"]
            room.variant = variant
            room.settings = game.changed_settings({"language": language}, variant)
            room.seats = room.seats if room.seats in fitting else min(fitting)
            room.version += 1
            room.news = {"code": "game", "game": variant} if len(taken) > 1 else {}
            for seat in taken.values():
                seat.points = seat.coins = 0
            unready(room, taken)
        return saved_by_host(room, taken, user_id, now_ms)
