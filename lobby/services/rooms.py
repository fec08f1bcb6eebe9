"""Private rooms: the host sets the rules, a guest joins by code, both ready and present become one match.

Every function locks the room's row first, then its seats by id, lets time take effect (`_settle`), and only then
looks at what was asked; so all that happens in a room happens in one order, and the match is made by whoever's
poll comes first after the count-in, once. What a room looks like is not decided here.

Present means heard from within `FRESH_MS`. A guest not heard from for 20 s loses the seat; a host not heard from
for 30 s loses the room, but only while somebody waits there: alone, a host may be away to hand out the code.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.api import User
from game import api as game
from lobby.room_changes import changed_keys, merged
from lobby.room_shown import Invitation as Invitation
from lobby.room_shown import Sitter as Sitter
from lobby.room_shown import View as View
from lobby.rooms_models import CODE_LENGTH, GUEST, HOST, Room, RoomSeat
from lobby.services import here, one_clock, quick_join

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0, O, 1, I: 32 symbols, so a code has 40 bits
FRESH_MS = 3_000
GUEST_GONE_MS = 20_000
HOST_GONE_MS = 30_000
COUNT_IN_MS = 3_000
LEAD_MS = 2_000  # from the making of the match to its first clock: time for both pages to get there
LIFE_MS = 30 * 60_000
TOLD_MS = 5 * 60_000  # how long a room that is over still says so
MOST_ROOMS, MOST_ROOMS_OF_A_GUEST = 3, 1


class Refused(Exception):
    """Something the room does not do; nothing has changed. `code`: no_room, room_full, not_host, stale_settings,
    alone, in_match, too_many_rooms. `room` is the open one that stands in the way, for too_many_rooms."""

    def __init__(self, code: str, room: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.room = room


def normal(typed: str) -> str:
    """The code somebody typed or pasted: any case, spaces and hyphens ignored; "" for what cannot be a code."""
    code = "".join(typed[:64].split()).replace("-", "").upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else ""


def create(user_id: int, language: str, now_ms: int) -> str:
    """Open a room with the Standard rules in that match language; its code. Raises Refused too_many_rooms."""
    settings = game.changed_settings({"language": language})
    with transaction.atomic():
        # The user's row is the lock under which rooms are counted.
        user = User.objects.select_for_update().get(pk=user_id)
        rooms = _open(now_ms).filter(host_id=user_id).order_by("pk")
        if len(rooms) >= (MOST_ROOMS_OF_A_GUEST if user.is_guest else MOST_ROOMS):
            raise Refused("too_many_rooms", room=rooms[0].code)
        room = Room.objects.create(code=_new_code(), host=user, settings=settings, expires_at=now_ms + LIFE_MS)
        RoomSeat.objects.create(room=room, user=user, number=HOST, joined_at=now_ms, seen_at=now_ms)
        return room.code


def rooms_of(user_id: int, now_ms: int) -> list[str]:
    """The codes of the open rooms in which the player has a seat, oldest first."""
    seats = RoomSeat.objects.filter(user_id=user_id, room__in=_open(now_ms))
    return list(seats.order_by("pk").values_list("room__code", flat=True))


def look(code: str, user_id: int | None, now_ms: int) -> View | None:
    """The room as it stands for one of its players, without renewing anything; None for everybody else."""
    room = Room.objects.filter(code=normal(code), expires_at__gt=now_ms).first()
    seats = _seats(room) if room else {}
    return _view(room, seats, user_id, now_ms) if room and user_id in _users(seats) else None


def how_ended(code: str, now_ms: int) -> str:
    """"closed" or "host_gone" for a room that is over and still says so; "" for any other code. For a page whose
    player has signed out and is nobody there any more."""
    ended = Room.objects.filter(code=normal(code), expires_at__gt=now_ms).values_list("ended", flat=True).first()
    return ended or ""


def invitation(code: str, now_ms: int) -> Invitation:
    """What the code invites to. Raises Refused: no_room (foreign, expired, over), room_full."""
    room = _open(now_ms).filter(code=normal(code)).select_related("host").first()
    if room is None or room.host is None:
        raise Refused("no_room")
    if GUEST in _seats(room):
        raise Refused("room_full")
    return Invitation(room.code, room.host.display_name, room.settings)


def join(code: str, user_id: int, now_ms: int) -> str:
    """Take the free seat; the room's code. Whoever sits there already stays. Raises Refused as `invitation`."""
    with transaction.atomic():
        room, seats = _locked(code, now_ms)
        if room is None or not _is_open(room):
            raise Refused("no_room")
        if user_id in _users(seats):
            return room.code
        if GUEST in seats:
            raise Refused("room_full")
        RoomSeat.objects.create(room=room, user_id=user_id, number=GUEST, joined_at=now_ms, seen_at=now_ms)
        room.expires_at = now_ms + LIFE_MS
        room.news = {}
        room.save()
        return room.code


def change(code: str, user_id: int, version: int, given: Mapping[str, object], now_ms: int) -> View:
    """Set some settings, the others stay; both players are not ready any more if anything differs.

    `version`: that of the settings the page showed. Raises Refused (no_room, not_host, stale_settings), BadSettings.
    """
    return _rewrite(code, user_id, version, given, now_ms, keep=True)


def replace_all(code: str, user_id: int, version: int, settings: Mapping[str, object], now_ms: int) -> View:
    """Set every setting: those not given to their default. Otherwise as `change`."""
    return _rewrite(code, user_id, version, settings, now_ms, keep=False)


def set_ready(code: str, user_id: int, version: int, is_ready: bool, now_ms: int) -> View:
    """Be ready for the settings of that version, or not ready. Ready for others than there are now makes the
    player not ready and raises Refused stale_settings; with the other seat free: alone; while the player is in a match
    with a clock and the room's has one too: in_match. Else no_room."""
    refusal = ""
    with transaction.atomic():
        room, seats, mine = _entered(code, user_id, now_ms)
        mine.seen_at = now_ms
        if not is_ready:
            mine.is_ready = False
        elif version != room.version:
            mine.is_ready, refusal = False, "stale_settings"
        elif GUEST not in seats:
            refusal = "alone"
        elif one_clock.has_clock(room.settings) and one_clock.running(user_id):
            refusal = "in_match"
        else:
            mine.is_ready = True
        mine.save()
        _count_in(room, seats, now_ms)
        room.save()
        view = _view(room, seats, user_id, now_ms)
    if refusal:
        raise Refused(refusal)
    return view


def poll(code: str, user_id: int, now_ms: int) -> View | None:
    """A word from a player's page, every second: renew presence, start the match when it is due. None: no seat."""
    with transaction.atomic():
        room, seats = _locked(code, now_ms)
        if room is None or user_id not in _users(seats):
            return None
        if _is_open(room):
            mine = _users(seats)[user_id]
            mine.seen_at = now_ms
            mine.save()
            room.expires_at = now_ms + LIFE_MS
            if _is_due(room, now_ms) and _both_set(seats, now_ms):
                _start(room, seats, now_ms)
            else:
                _count_in(room, seats, now_ms)
            room.save()
        return _view(room, seats, user_id, now_ms)


def leave(code: str, user_id: int, now_ms: int) -> str:
    """Give the seat up: the host closes the room with it. The public id of the match if it began before that."""
    with transaction.atomic():
        room, seats = _locked(code, now_ms)
        if room is None or user_id not in _users(seats):
            return ""
        if not _is_open(room):
            return room.match
        if _users(seats)[user_id].number == HOST:
            _end(room, "closed", now_ms)
        else:
            _free_guest(room, seats, "guest_left")
        room.save()
        return ""


def sweep(now_ms: int) -> int:
    """Remove the rooms that have expired, and let time take effect in the others where somebody is gone; how many
    were removed. Rooms in use are left to the next round."""
    with transaction.atomic():
        expired = Room.objects.select_for_update(skip_locked=True).filter(expires_at__lte=now_ms)
        removed = (
            Room.objects.filter(pk__in=list(expired.values_list("pk", flat=True))).delete()[1].get("lobby.Room", 0)
        )
    gone = RoomSeat.objects.filter(room__in=_open(now_ms), seen_at__lte=now_ms - GUEST_GONE_MS, number=GUEST)
    lost = RoomSeat.objects.filter(
        room__in=_open(now_ms).filter(seats__number=GUEST), seen_at__lte=now_ms - HOST_GONE_MS, number=HOST
    )
    for pk in {*gone.values_list("room_id", flat=True), *lost.values_list("room_id", flat=True)}:
        with transaction.atomic():
            room = Room.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
            if room is not None:
                _settle(room, _seats(room, lock=True), now_ms)
    return removed


def _open(now_ms: int) -> Any:
    return Room.objects.filter(ended="", match="", expires_at__gt=now_ms)


def _is_open(room: Room) -> bool:
    return not room.ended and not room.match


def _new_code() -> str:
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if not Room.objects.filter(code=code).exists():
            return code


def _seats(room: Room, *, lock: bool = False) -> dict[int, RoomSeat]:
    """The taken seats by number."""
    rows = RoomSeat.objects.filter(room=room).select_related("user").order_by("pk")
    return {seat.number: seat for seat in (rows.select_for_update(of=("self",)) if lock else rows)}


def _users(seats: Mapping[int, RoomSeat]) -> dict[int | None, RoomSeat]:
    return {seat.user_id: seat for seat in seats.values()}


def _locked(code: str, now_ms: int) -> tuple[Room | None, dict[int, RoomSeat]]:
    """The room, locked and settled, and its seats; (None, {}) without one."""
    room = Room.objects.select_for_update().filter(code=normal(code), expires_at__gt=now_ms).first()
    if room is None:
        return None, {}
    seats = _seats(room, lock=True)
    _settle(room, seats, now_ms)
    return room, seats


def _entered(code: str, user_id: int, now_ms: int) -> tuple[Room, dict[int, RoomSeat], RoomSeat]:
    """An open room as `_locked` gives it, and the player's seat there. Raises Refused no_room."""
    room, seats = _locked(code, now_ms)
    if room is None or not _is_open(room) or user_id not in _users(seats):
        raise Refused("no_room")
    return room, seats, _users(seats)[user_id]


def _settle(room: Room, seats: dict[int, RoomSeat], now_ms: int) -> None:
    """Let time take effect: first on the guest, for with no guest left the host may be away."""
    if not _is_open(room):
        return
    if HOST not in seats:  # the account was removed by hand
        _end(room, "host_gone", now_ms)
        room.save()
        return
    guest, host = seats.get(GUEST), seats[HOST]
    if guest is not None and guest.seen_at <= now_ms - GUEST_GONE_MS:
        _free_guest(room, seats, "guest_gone")
        room.save()
    elif guest is not None and max(host.seen_at, guest.joined_at) <= now_ms - HOST_GONE_MS:
        _end(room, "host_gone", now_ms)
        room.save()


def _free_guest(room: Room, seats: dict[int, RoomSeat], news: str) -> None:
    guest = seats.pop(GUEST)
    room.news = {"code": news, "name": guest.user.display_name}
    guest.delete()
    _unready(room, seats)


def _end(room: Room, how: str, now_ms: int) -> None:
    _break_off(room)
    room.ended, room.expires_at = how, now_ms + TOLD_MS


def _break_off(room: Room) -> None:
    """No count-in, and no deal."""
    if room.deal:
        game.drop_deal(room.deal)
    room.counting_until, room.deal = None, ""


def _unready(room: Room, seats: Mapping[int, RoomSeat]) -> None:
    _break_off(room)
    for seat in seats.values():
        seat.is_ready = False
        seat.save()


def _rewrite(code: str, user_id: int, version: int, given: Mapping[str, object], now_ms: int, *, keep: bool) -> View:
    with transaction.atomic():
        room, seats, mine = _entered(code, user_id, now_ms)
        if mine.number != HOST:
            raise Refused("not_host")
        if version != room.version:
            raise Refused("stale_settings")
        before = game.full_settings(room.settings)
        after = game.full_settings({**before, **merged(before, given)} if keep else given)
        changed = changed_keys(before, after)
        if changed:
            room.settings = game.changed_settings(after)
            room.version += 1
            room.news = {"code": "changed", "keys": changed} if GUEST in seats else {}
            _unready(room, seats)
        mine.seen_at = now_ms
        mine.save()
        room.expires_at = now_ms + LIFE_MS
        room.save()
        return _view(room, seats, user_id, now_ms)


def _is_here(seat: RoomSeat, now_ms: int) -> bool:
    return seat.seen_at >= now_ms - FRESH_MS


def _both_set(seats: Mapping[int, RoomSeat], now_ms: int) -> bool:
    return len(seats) == 2 and all(seat.is_ready and _is_here(seat, now_ms) for seat in seats.values())


def _count_in(room: Room, seats: Mapping[int, RoomSeat], now_ms: int) -> None:
    """Begin the count-in, let it go on, or break it off."""
    if not _both_set(seats, now_ms):
        _break_off(room)
    elif room.counting_until is None:
        room.counting_until = now_ms + COUNT_IN_MS
        room.deal = game.open_deal([seats[number].user_id for number in (HOST, GUEST)], now_ms)


def _is_due(room: Room, now_ms: int) -> bool:
    """Whether the count-in is over, and the players' numbers are there or were waited for long enough."""
    if room.counting_until is None or now_ms < room.counting_until:
        return False
    return game.deal_readiness(room.deal, now_ms) != "waiting"


def _start(room: Room, seats: Mapping[int, RoomSeat], now_ms: int) -> None:
    """Make the match; whoever was looking for an opponent in Quick Join has one. Should somebody be in a match with a
    clock by now, that is said, and nobody is ready any more."""
    players = [seats[number].user for number in (HOST, GUEST)]
    quick_join.give_up([player.pk for player in players])
    busy = one_clock.busy_among([player.pk for player in players], room.settings)
    if busy:
        room.news = {"code": "in_match", "name": next(p.display_name for p in players if p.pk in busy)}
        _unready(room, seats)
        return
    room.match = game.create_match(
        settings=room.settings,
        entrants=[game.Entrant(player.pk, player.display_name) for player in players],
        starts_at=now_ms + LEAD_MS,
        deal=room.deal,
    )
    here.expect([player.pk for player in players], now_ms)
    room.counting_until, room.deal, room.expires_at = None, "", now_ms + TOLD_MS


def _view(room: Room, seats: Mapping[int, RoomSeat], user_id: int | None, now_ms: int) -> View:
    host, guest = (
        Sitter(seat.user_id, seat.user.display_name, number == HOST, seat.is_ready, _is_here(seat, now_ms))
        if (seat := seats.get(number))
        else None
        for number in (HOST, GUEST)
    )
    host = host or Sitter(0, "", True, False, False)  # the room is over, and the host's account too
    return View(
        code=room.code,
        is_host=host.user_id == user_id,
        settings=room.settings,
        version=room.version,
        news=room.news,
        host=host,
        guest=guest,
        ended=room.ended,
        match=room.match,
        counting_ms=None if room.counting_until is None else max(0, room.counting_until - now_ms),
        deal=room.deal,
    )
