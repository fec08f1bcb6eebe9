"""The head start that a host gives to one player of a room.

Joins the order of services/rooms.py: the room's row is locked first, and time takes effect.
"""

from django.db import transaction

from game import api as game
from lobby.room_shown import View
from lobby.services.room_rows import Refused, hosted, saved_by_host, unready

NOBODY = -1


def give(code: str, user_id: int, number: int, points: int, coins: int, now_ms: int) -> View:
    """Let the player at that seat begin with so much, and no other player with anything; NOBODY takes it back.

    If that changes the head start, no player stays ready, and the rules on open pages are outdated. Raises Refused:
    no_room, not_host, nobody_there; BadSettings (head_start, head_start_coins).
    """
    with transaction.atomic():
        room, taken = hosted(code, user_id, now_ms)
        game.check_head_start(points, coins, room.variant)
        if number != NOBODY and number not in taken:
            raise Refused("nobody_there")
        before = [(seat.points, seat.coins) for seat in taken.values()]
        for seat in taken.values():
            seat.points, seat.coins = (points, coins) if seat.number == number else (0, 0)
        if before != [(seat.points, seat.coins) for seat in taken.values()]:
            room.version += 1
            given = taken.get(number)
            name = given.user.display_name if given and (points or coins) else ""
            room.news = {"code": "head_start", "name": name, "points": points, "coins": coins} if len(taken) > 1 else {}
            unready(room, taken)  # which saves the seats
        return saved_by_host(room, taken, user_id, now_ms)
