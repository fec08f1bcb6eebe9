"""Private rooms: the host sets the rules, guests join by code, and once all are ready and present their match is made.

Every function locks the room's row first, then its seats by id, lets time take effect (`settle`), and only then handles
the request; so everything in a room happens in one order, and the first poll after the count-in makes the match, once.
Presentation is not decided here.

Present means heard from within `FRESH_MS`. A guest not heard from for 20 s loses the seat; a host not heard from
for 30 s loses the room, but only while a guest waits there: alone, a host may be away to hand out the code.
"""

import secrets
from collections.abc import Collection, Mapping

from django.db import transaction
from django.forms.models import model_to_dict

from accounts.api import User, blocked_among, has_blocked
from game import api as game
from lobby.room_changes import changed_keys, merged
from lobby.room_models import CODE_LENGTH, HOST, Room, RoomSeat
from lobby.room_shown import Invitation as Invitation
from lobby.room_shown import Sitter as Sitter
from lobby.room_shown import View as View
from lobby.services import engagements, players_present
from lobby.services.room_rows import (
    ALPHABET,
    GUEST_GONE_MS,
    HOST_GONE_MS,
    LIFE_MS,
    TOLD_MS,
    Seats,
    break_off,
    by_user,
    end_room,
    entered,
    free_numbers,
    free_seat,
    hosted,
    is_here,
    is_open,
    locked,
    open_rooms,
    saved_by_host,
    seats_of,
    settle,
    sizes,
    unready,
    view_of,
)
from lobby.services.room_rows import Refused as Refused
from lobby.services.room_rows import normal as normal

COUNT_IN_MS = 3_000
RESERVE = "reserve_hours"
LEAD_MS = 2_000  # from making the match to its first clock: time for all pages to load it
RENEW_MS = 60_000  # a poll extends a room's life only once so much of it is over
MOST_ROOMS, MOST_ROOMS_OF_A_GUEST = 3, 1


def create(user_id: int, language: str, now_ms: int, variant: str = game.DEFAULT_VARIANT) -> str:
    """Open a room for that game with its default rules in that match language; its code. Raises Refused
    too_many_rooms."""
    settings = game.changed_settings({"language": language}, variant)
    with transaction.atomic():
        # The user's row is the lock under which rooms are counted.
        user = User.objects.select_for_update().get(pk=user_id)
        rooms = open_rooms(now_ms).filter(host_id=user_id).order_by("pk")
        if len(rooms) >= (MOST_ROOMS_OF_A_GUEST if user.is_guest else MOST_ROOMS):
            raise Refused("too_many_rooms", room=rooms[0].code)
        room = Room.objects.create(
            code=_new_code(),
            host=user,
            variant=variant,
            seats=min(sizes(variant)),
            settings=settings,
            expires_at=now_ms + LIFE_MS,
        )
        RoomSeat.objects.create(room=room, user=user, number=HOST, joined_at=now_ms, seen_at=now_ms)
        return room.code


def rooms_of(user_id: int, now_ms: int) -> list[str]:
    """The codes of the open rooms in which the player has a seat, oldest first."""
    seats = RoomSeat.objects.filter(user_id=user_id, room__in=open_rooms(now_ms)).order_by("pk")
    return list(seats.values_list("room__code", flat=True))


def look(code: str, user_id: int | None, now_ms: int) -> View | None:
    """The room as it stands for one of its players, without renewing anything; None for any other user."""
    room = Room.objects.filter(code=normal(code), expires_at__gt=now_ms).first()
    seats = seats_of(room) if room else {}
    return view_of(room, seats, user_id, now_ms) if room and user_id in by_user(seats) else None


def how_ended(code: str, now_ms: int) -> str:
    """How a room has ended, "closed" or "host_gone", while its row is kept; "" for any other code. For the page of a
    player who has signed out and has no seat any more."""
    ended = Room.objects.filter(code=normal(code), expires_at__gt=now_ms).values_list("ended", flat=True).first()
    return ended or ""


def invitation(code: str, user_id: int | None, now_ms: int) -> Invitation:
    """The invitation that the code leads to. Raises Refused: no_room (foreign, expired, over), room_full, which is also
    what a player hears whom the host has blocked."""
    room = open_rooms(now_ms).filter(code=normal(code)).select_related("host").first()
    if room is None or room.host is None:
        raise Refused("no_room")
    if not free_numbers(room, seats_of(room)) or _is_closed_to(room, user_id):
        raise Refused("room_full")
    return Invitation(room.code, room.host.display_name, room.variant, room.settings)


def join(code: str, user_id: int, now_ms: int) -> str:
    """Take the first free seat; the room's code. A player who has a seat keeps it. Raises Refused as `invitation`."""
    with transaction.atomic():
        room, seats = locked(code, now_ms)
        if room is None or not is_open(room):
            raise Refused("no_room")
        if user_id in by_user(seats):
            return room.code
        free = free_numbers(room, seats)
        if not free or _is_closed_to(room, user_id):
            raise Refused("room_full")
        RoomSeat.objects.create(room=room, user_id=user_id, number=free[0], joined_at=now_ms, seen_at=now_ms)
        room.expires_at = now_ms + LIFE_MS
        room.news = {}
        room.save()
        return room.code


def change(code: str, user_id: int, version: int, given: Mapping[str, object], now_ms: int) -> View:
    """Set some settings and keep the others; no player stays ready if anything differs.

    `version`: that of the settings the page showed. Raises Refused (no_room, not_host, stale_settings), BadSettings.
    """
    return _rewrite(code, user_id, version, given, now_ms, keep=True)


def replace_all(code: str, user_id: int, version: int, settings: Mapping[str, object], now_ms: int) -> View:
    """Set every setting: those not given to their default. Otherwise as `change`."""
    return _rewrite(code, user_id, version, settings, now_ms, keep=False)


def set_ready(code: str, user_id: int, version: int, is_ready: bool, now_ms: int) -> View:
    """Make the player ready for the settings of that version, or not ready. Raises Refused stale_settings for another
    version than the present one, and makes the player not ready; alone with a seat free; not_for_bots with turns of
    days and a program there; in_match while the player is in a match with a clock and the room's has one too; enough at
    the limit of slow and untimed matches; no_room."""
    refusal = ""
    with transaction.atomic():
        room, seats, mine = entered(code, user_id, now_ms)
        mine.seen_at = now_ms
        if not is_ready:
            mine.is_ready = False
        elif version != room.version:
            mine.is_ready, refusal = False, "stale_settings"
        elif free_numbers(room, seats):
            refusal = "alone"
        elif _takes_days_of_a_program(room, seats):
            refusal = "not_for_bots"
        elif engagements.in_the_way(user_id, engagements.Step.READY, room.settings, room.variant):
            refusal = "in_match"
        elif most := engagements.enough(user_id, room.settings, room.variant):
            refusal = "enough" if most == engagements.MOST else "enough_of_a_guest"
        else:
            mine.is_ready = True
        mine.save()
        _count_in(room, seats, now_ms)
        room.save()
        view = view_of(room, seats, user_id, now_ms)
    if refusal:
        raise Refused(refusal)
    return view


def poll(code: str, user_id: int, now_ms: int) -> View | None:
    """Handle a page's poll, every second: renew presence, start the match when it is due. None without a seat."""
    with transaction.atomic():
        room, seats = locked(code, now_ms)
        if room is None or user_id not in by_user(seats):
            return None
        if is_open(room):
            mine, before = by_user(seats)[user_id], model_to_dict(room)
            mine.seen_at = now_ms
            mine.save(update_fields=["seen_at"])
            if room.expires_at < now_ms + LIFE_MS - RENEW_MS:
                room.expires_at = now_ms + LIFE_MS
            if _is_due(room, now_ms) and _all_set(room, seats, now_ms):
                _start(room, seats, now_ms)
            else:
                _count_in(room, seats, now_ms)
            if model_to_dict(room) != before:
                room.save()
        return view_of(room, seats, user_id, now_ms)


def part(host_id: int, other_id: int, now_ms: int) -> None:
    """The host has blocked the other player, who loses their seat in the host's rooms, as if removed."""
    shared = open_rooms(now_ms).filter(host_id=host_id, players__user_id=other_id)
    for code in list(shared.order_by("pk").values_list("code", flat=True)):
        with transaction.atomic():
            room, seats = locked(code, now_ms)
            if room is None or not is_open(room) or not has_blocked(host_id, other_id):
                continue
            _free_of(room, seats, [other_id])
            room.save()


def have_met(user_id: int, other_id: int) -> bool:
    """Whether the two sit in one room, or did as it ended a moment ago."""
    return RoomSeat.objects.filter(user_id=user_id, room__players__user_id=other_id).exists()


def leave(code: str, user_id: int, now_ms: int) -> str:
    """Give the seat up; if the host does, the room closes. The public id of the match if it began before that."""
    with transaction.atomic():
        room, seats = locked(code, now_ms)
        if room is None or user_id not in by_user(seats):
            return ""
        if not is_open(room):
            return room.match
        number = by_user(seats)[user_id].number
        if number == HOST:
            end_room(room, "closed", now_ms)
        else:
            free_seat(room, seats, number, "guest_left")
        room.save()
        return ""


def sweep(now_ms: int) -> int:
    """Remove the expired rooms, and let time take effect in others with an absent player; how many were removed. Locked
    rooms are left to the next round."""
    with transaction.atomic():
        expired = Room.objects.select_for_update(skip_locked=True).filter(expires_at__lte=now_ms)
        removed = (
            Room.objects.filter(pk__in=list(expired.values_list("pk", flat=True))).delete()[1].get("lobby.Room", 0)
        )
    gone = RoomSeat.objects.filter(room__in=open_rooms(now_ms), seen_at__lte=now_ms - GUEST_GONE_MS, number__gt=HOST)
    lost = RoomSeat.objects.filter(
        room__in=open_rooms(now_ms).filter(players__number__gt=HOST), seen_at__lte=now_ms - HOST_GONE_MS, number=HOST
    )
    for pk in {*gone.values_list("room_id", flat=True), *lost.values_list("room_id", flat=True)}:
        with transaction.atomic():
            room = Room.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
            if room is not None:
                settle(room, seats_of(room, lock=True), now_ms)
    return removed


def _is_closed_to(room: Room, user_id: int | None) -> bool:
    """Whether the host has blocked that player."""
    return user_id is not None and room.host_id is not None and has_blocked(room.host_id, user_id)


def _free_of(room: Room, seats: Seats, user_ids: Collection[int]) -> None:
    """Free the seats of these guests, as the host does."""
    for number in [number for number, seat in seats.items() if number != HOST and seat.user_id in user_ids]:
        free_seat(room, seats, number, "removed")


def _new_code() -> str:
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if not Room.objects.filter(code=code).exists():
            return code


def _rewrite(code: str, user_id: int, version: int, given: Mapping[str, object], now_ms: int, *, keep: bool) -> View:
    with transaction.atomic():
        room, seats = hosted(code, user_id, now_ms)
        if version != room.version:
            raise Refused("stale_settings")
        before = game.full_settings(room.settings, room.variant)
        wanted = {**before, **merged(before, given)} if keep else {**given}
        if keep and wanted[RESERVE] == before[RESERVE]:  # the host has not changed it
            wanted = game.without_idle_reserve(wanted)
        after = game.full_settings(wanted, room.variant)
        game.check_days(after, _people(seats))
        game.check_new(after, room.variant)
        changed = changed_keys(before, after)
        if changed:
            room.settings = game.changed_settings(after, room.variant)
            room.version += 1
            room.news = {"code": "changed", "keys": changed} if len(seats) > 1 else {}
            unready(room, seats)
        return saved_by_host(room, seats, user_id, now_ms)


def _people(seats: Seats) -> int:
    """How many people may play, as far as it is known: the player who takes a free seat may be one."""
    programs = sum(seat.user.is_bot for seat in seats.values())
    return 2 if not programs else len(seats) - programs


def _takes_days_of_a_program(room: Room, seats: Seats) -> bool:
    """Whether the room's match is one for people alone, and a program has a seat."""
    try:
        game.check_days(room.settings, _people(seats))
    except game.BadSettings:
        return True
    return False


def _all_set(room: Room, seats: Seats, now_ms: int) -> bool:
    return not free_numbers(room, seats) and all(seat.is_ready and is_here(seat, now_ms) for seat in seats.values())


def _count_in(room: Room, seats: Seats, now_ms: int) -> None:
    """Start the count-in, let it go on, or end it."""
    if not _all_set(room, seats, now_ms):
        break_off(room)
    elif room.counting_until is None:
        room.counting_until = now_ms + COUNT_IN_MS
        players = [seats[number].user for number in sorted(seats)]
        room.deal = game.open_deal([None if player.is_bot else player.pk for player in players], now_ms)


def _is_due(room: Room, now_ms: int) -> bool:
    """Whether the count-in is over, and the players' numbers are there or were waited for long enough."""
    if room.counting_until is None or now_ms < room.counting_until:
        return False
    return game.deal_readiness(room.deal, now_ms) != "waiting"


def _start(room: Room, seats: Seats, now_ms: int) -> None:
    """Make the match; the players' places in Quick Join lead to it. If a player is in a match with a clock by now, or
    at the limit of those without one, the room reports it, and no player stays ready. Whom the host has blocked as they
    sat down loses the seat."""
    players = [seats[number].user for number in sorted(seats)]
    busy = engagements.busy_among([player.pk for player in players], room.settings, room.variant)
    if blocked := blocked_among(seats[HOST].user_id, [player.pk for player in players]):
        _free_of(room, seats, blocked)
        return
    if busy:
        code = "in_match" if engagements.has_clock(room.settings, room.variant) else "enough"
        room.news = {"code": code, "name": next(p.display_name for p in players if p.pk in busy)}
        unready(room, seats)
        return
    room.match = game.create_match(
        variant=room.variant,
        settings=room.settings,
        entrants=[
            game.Entrant(seat.user.pk, seat.user.display_name, seat.points, seat.coins)
            for _number, seat in sorted(seats.items())
        ],
        starts_at=now_ms + LEAD_MS,
        deal=room.deal,
        creator=sorted(seats).index(HOST),
    )
    engagements.keep([player.pk for player in players], room.settings, room.variant, now_ms)
    engagements.begun([player.pk for player in players], room.match, now_ms + LEAD_MS)
    players_present.expect([player.pk for player in players], now_ms)
    room.counting_until, room.deal, room.expires_at = None, "", now_ms + TOLD_MS
