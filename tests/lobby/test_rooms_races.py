"""Private rooms on real row locks: one match, one seat, and no readiness for rules one has not seen."""

from functools import partial
from typing import Any

import pytest

from accounts.services.guests import create_guest
from lobby.models import Room, RoomSeat
from lobby.services import rooms
from tests.lobby.conftest import START as NOW
from tests.support.at_once import wrong_at_once
from tests.support.types import certain

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 15


def room_of_two() -> tuple[str, int, int]:
    host, guest = create_guest().pk, create_guest().pk
    code = rooms.create(host, "en", NOW)
    rooms.join(code, guest, NOW)
    return code, host, guest


def test_both_ready_at_once_and_both_pages_at_once_are_one_match(made: list[Any]) -> None:
    for number in range(1, ROUNDS + 1):
        code, host, guest = room_of_two()
        assert wrong_at_once(partial(rooms.set_ready, code, version=1, is_ready=True, now_ms=NOW), [host, guest]) == []
        view = certain(rooms.look(code, host, NOW))
        assert view.host.is_ready and certain(view.seats[1]).is_ready and view.counting_ms == 3000
        pages = [host, guest] * 4
        assert wrong_at_once(partial(rooms.poll, code, now_ms=NOW + 3000), pages) == []
        assert len(made) == number and Room.objects.get(code=code).match == f"match{number}"


def test_twenty_guests_at_one_door_are_one_guest() -> None:
    host = create_guest().pk
    code = rooms.create(host, "en", NOW)
    guests = [create_guest().pk for _ in range(20)]
    wrong = wrong_at_once(lambda who: rooms.join(code, who, NOW), guests)
    assert [refusal.code for refusal in wrong] == ["room_full"] * 19
    assert RoomSeat.objects.count() == 2


def test_two_guests_in_two_orders_are_one_seat_and_one_refusal() -> None:
    for _ in range(ROUNDS):
        code, _host, guest = room_of_two()
        rooms.leave(code, guest, NOW)
        wrong = wrong_at_once(partial(rooms.join, code, now_ms=NOW), [guest, create_guest().pk])
        assert [refusal.code for refusal in wrong] == ["room_full"]


def test_ready_against_a_change_never_leaves_one_ready_for_rules_not_seen() -> None:
    outcomes = set()
    for _ in range(ROUNDS):
        code, host, guest = room_of_two()

        def act(who: int, code: str = code, host: int = host) -> None:
            if who == host:
                rooms.change(code, host, 1, {"board_size": 11}, NOW)
            else:
                rooms.set_ready(code, who, 1, True, NOW)

        wrong = [refusal.code for refusal in wrong_at_once(act, [host, guest])]
        view = certain(rooms.look(code, host, NOW))
        assert view.version == 2 and not certain(view.seats[1]).is_ready and wrong in ([], ["stale_settings"])
        outcomes.add(tuple(wrong))
    assert outcomes


def test_leaving_against_the_start_is_a_match_for_both_or_for_nobody(made: list[Any]) -> None:
    for _ in range(ROUNDS):
        code, host, guest = room_of_two()
        for who in (host, guest):
            rooms.set_ready(code, who, 1, True, NOW)
        before = len(made)
        left = list[str]()

        def act(who: int, code: str = code, host: int = host, left: list[str] = left) -> None:
            if who == host:
                rooms.poll(code, host, NOW + 3000)
            else:
                left.append(rooms.leave(code, who, NOW + 3000))

        assert wrong_at_once(act, [host, guest]) == []
        match = Room.objects.get(code=code).match
        assert left == [match] and len(made) - before == bool(match)


def test_twenty_rooms_at_once_by_one_guest_are_one() -> None:
    host = create_guest().pk
    wrong = wrong_at_once(lambda _number: rooms.create(host, "en", NOW), list(range(20)))
    assert [refusal.code for refusal in wrong] == ["too_many_rooms"] * 19
    assert Room.objects.count() == 1
