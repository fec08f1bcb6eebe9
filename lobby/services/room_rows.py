"""The rows of a private room: reading and locking them, and what time and leaving players do to them.

For services/rooms.py and services/room_seats.py, inside their transactions; what a room allows is decided there.
"""

import re
from typing import Any

from common.typed_text import word_as_meant
from game import api as game
from lobby.room_models import CODE_LENGTH, HOST, Room, RoomSeat
from lobby.room_shown import Sitter, View

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0, O, 1, I: 32 symbols, so a code has 40 bits
FRESH_MS = 3_000
GUEST_GONE_MS = 20_000
LIFE_MS = 30 * 60_000
HOST_GONE_MS = 30_000
NO_GAME = "no_game"
"""How a room ends whose game is no longer offered."""
TOLD_MS = 5 * 60_000  # how long the row of an ended room is kept, for its pages

Seats = dict[int, RoomSeat]
"""The taken seats of a room by number."""


class Refused(Exception):
    """The room refuses an action; nothing has changed. `code`: no_room, room_full, not_host, stale_settings, alone,
    in_match, enough (enough_of_a_guest), too_many_rooms, bad_seats, nobody_there. `room` is the open one that stands in
    the way, for too_many_rooms."""

    def __init__(self, code: str, room: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.room = room


def normal(typed: str) -> str:
    """The room code in a typed or pasted text: any case, spaces and hyphens ignored; "" for what cannot be a code."""
    code = re.sub("[ -]", "", word_as_meant(typed[:64])).upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else ""


def open_rooms(now_ms: int) -> Any:
    """The open rooms, as a query: neither over nor in a match, of the games that are offered."""
    return Room.objects.filter(ended="", match="", variant__in=list(game.games()), expires_at__gt=now_ms)


def is_open(room: Room) -> bool:
    """Whether it is neither over nor in a match, and its game is offered."""
    return not room.ended and not room.match and room.variant in game.games()


def seats_of(room: Room, *, lock: bool = False) -> Seats:
    """The taken seats by number."""
    rows = RoomSeat.objects.filter(room=room).select_related("user").order_by("pk")
    return {seat.number: seat for seat in (rows.select_for_update(of=("self",)) if lock else rows)}


def by_user(seats: Seats) -> dict[int | None, RoomSeat]:
    """The taken seats by their players' keys."""
    return {seat.user_id: seat for seat in seats.values()}


def sizes(variant: str) -> list[int]:
    """The numbers of players that a room of that game may have; a player alone needs no room."""
    return [seats for seats in game.games()[variant].seats if seats > 1]


def free_numbers(room: Room, seats: Seats) -> list[int]:
    """The numbers of the free seats."""
    return [number for number in range(room.seats) if number not in seats]


def locked(code: str, now_ms: int) -> tuple[Room | None, Seats]:
    """The room, locked and settled, and its seats; (None, {}) without one."""
    room = Room.objects.select_for_update().filter(code=normal(code), expires_at__gt=now_ms).first()
    if room is None:
        return None, {}
    seats = seats_of(room, lock=True)
    settle(room, seats, now_ms)
    return room, seats


def entered(code: str, user_id: int, now_ms: int) -> tuple[Room, Seats, RoomSeat]:
    """An open room as `locked` gives it, and the player's seat there. Raises Refused no_room."""
    room, seats = locked(code, now_ms)
    if room is None or not is_open(room) or user_id not in by_user(seats):
        raise Refused("no_room")
    return room, seats, by_user(seats)[user_id]


def hosted(code: str, user_id: int, now_ms: int) -> tuple[Room, Seats]:
    """An open room as `locked` gives it, for its host alone. Raises Refused: no_room, not_host."""
    room, seats, mine = entered(code, user_id, now_ms)
    if mine.number != HOST:
        raise Refused("not_host")
    return room, seats


def saved_by_host(room: Room, seats: Seats, user_id: int, now_ms: int) -> View:
    """Save what the host has changed and extend the room's life; the room as the host sees it now."""
    seats[HOST].seen_at = now_ms
    seats[HOST].save()
    room.expires_at = now_ms + LIFE_MS
    room.save()
    return view_of(room, seats, user_id, now_ms)


def settle(room: Room, seats: Seats, now_ms: int) -> None:
    """Let time take effect: first on the guests, for with no guest left the host may be away."""
    if not is_open(room):
        return
    if HOST not in seats:  # the account was removed by hand
        end_room(room, "host_gone", now_ms)
        room.save()
        return
    gone = [n for n, seat in seats.items() if n != HOST and seat.seen_at <= now_ms - GUEST_GONE_MS]
    for number in gone:
        free_seat(room, seats, number, "guest_gone")
    waited_from = min((seat.joined_at for number, seat in seats.items() if number != HOST), default=None)
    is_lost = waited_from is not None and max(seats[HOST].seen_at, waited_from) <= now_ms - HOST_GONE_MS
    if is_lost:
        end_room(room, "host_gone", now_ms)
    if gone or is_lost:
        room.save()


def free_seat(room: Room, seats: Seats, number: int, news: str) -> None:
    """Free a guest's seat; no player stays ready."""
    guest = seats.pop(number)
    room.news = {"code": news, "name": guest.user.display_name}
    guest.delete()
    unready(room, seats)


def end_room(room: Room, how: str, now_ms: int) -> None:
    """End the room; its pages are still to be notified."""
    break_off(room)
    room.ended, room.expires_at = how, now_ms + TOLD_MS


def break_off(room: Room) -> None:
    """End the count-in and drop the deal."""
    if room.deal:
        game.drop_deal(room.deal)
    room.counting_until, room.deal = None, ""


def unready(room: Room, seats: Seats) -> None:
    """Make every player not ready and end the count-in."""
    break_off(room)
    for seat in seats.values():
        seat.is_ready = False
        seat.save()


def is_here(seat: RoomSeat, now_ms: int) -> bool:
    """Whether a page of the player was heard from within `FRESH_MS`."""
    return seat.seen_at >= now_ms - FRESH_MS


def _sitter(seat: RoomSeat, now_ms: int) -> Sitter:
    is_host, name = seat.number == HOST, seat.user.display_name
    here = is_here(seat, now_ms)
    return Sitter(
        seat.number, seat.user_id, name, is_host, seat.is_ready, here, seat.points, seat.coins, seat.user.public_id
    )


def view_of(room: Room, seats: Seats, user_id: int | None, now_ms: int) -> View:
    """The room as that player may see it."""
    sitters = [_sitter(seat, now_ms) if (seat := seats.get(number)) else None for number in range(room.seats)]
    # The room may be over, and the host's account too.
    host = sitters[HOST] or Sitter(HOST, 0, "", True, False, False)
    return View(
        code=room.code,
        is_host=host.user_id == user_id,
        user_id=user_id,
        variant=room.variant,
        settings=room.settings,
        version=room.version,
        news=room.news,
        seats=(host, *sitters[HOST + 1 :]),
        ended=room.ended or ("" if room.match or room.variant in game.games() else NO_GAME),
        match=room.match,
        counting_ms=None if room.counting_until is None else max(0, room.counting_until - now_ms),
        deal=room.deal,
    )
