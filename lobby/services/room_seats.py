"""The host's actions on the seats of a room, in a game that lets a host choose how many play: open more or fewer, start
with those present, remove a player.

Each joins the order of services/rooms.py: the room's row is locked first, and time takes effect.
"""

from django.db import transaction

from lobby.room_models import HOST
from lobby.room_shown import View
from lobby.services.room_rows import Refused, Seats, free_numbers, free_seat, hosted, saved_by_host, sizes, unready


def set_seats(code: str, user_id: int, seats: int, now_ms: int) -> View:
    """Set the number of seats; no player stays ready if it changes. Raises Refused: no_room, not_host, bad_seats (the
    game is not played by so many, or more than that are there)."""
    with transaction.atomic():
        room, taken = hosted(code, user_id, now_ms)
        if seats not in sizes(room.variant) or seats < len(taken):
            raise Refused("bad_seats")
        if seats != room.seats:
            room.seats = seats
            _move_up(taken)
            unready(room, taken)
        return saved_by_host(room, taken, user_id, now_ms)


def close_open(code: str, user_id: int, now_ms: int) -> View:
    """Close the open seats, to start with those present. Raises Refused as `set_seats`."""
    with transaction.atomic():
        room, taken = hosted(code, user_id, now_ms)
        return set_seats(code, user_id, room.seats - len(free_numbers(room, taken)), now_ms)


def remove(code: str, user_id: int, number: int, now_ms: int) -> View:
    """Remove the player at that seat, if any; the code lets them in again. Raises Refused: no_room, not_host."""
    with transaction.atomic():
        room, taken = hosted(code, user_id, now_ms)
        if number != HOST and number in taken:
            free_seat(room, taken, number, "removed")
        return saved_by_host(room, taken, user_id, now_ms)


def _move_up(taken: Seats) -> None:
    """Number the taken seats without gaps, in their order."""
    for number, before in enumerate(sorted(taken)):
        if number != before:
            seat = taken.pop(before)
            seat.number = number
            seat.save()
            taken[number] = seat
