"""Changing the game of a room, by its host.

Joins the order of services/rooms.py: the room's row is locked first, and time takes effect.
"""

from django.db import transaction

from game import api as game
from lobby.room_shown import View
from lobby.services.room_rows import Refused, hosted, saved_by_host, sizes, unready


def set_game(code: str, user_id: int, variant: str, now_ms: int) -> View:
    """Play that game, with its default rules in the same match language; if it is another one, no player stays ready.

    The number of seats stays where that can be. Raises Refused: no_room, not_host, unknown_game, bad_seats (more
    players are there than can play it).
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
