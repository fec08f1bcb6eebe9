"""Rooms of a game that two to four can play: open seats, who is sent away, and when it starts. `made` plays nothing."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from lobby.models import RoomSeat
from lobby.room_shown import View
from lobby.services import room_seats, rooms
from tests.lobby.conftest import START, Clock, refusal_of, room_of
from tests.support.browsers import signed_in
from tests.support.types import certain

pytestmark = pytest.mark.usefixtures("for_two_to_four")


@pytest.fixture
def code(host: User) -> str:
    """A room with three seats, only the host in it."""
    return room_of(host, seats=3)


@pytest.fixture
def full(code: str, people: list[User]) -> str:
    """The same, with Björn and Clara in it."""
    for guest in people[1:3]:
        rooms.join(code, guest.pk, START)
    return code


def names(view: View) -> list[str | None]:
    return [seat.name if seat else None for seat in view.seats]


def all_ready(code: str, players: Sequence[User], now: int = START) -> View:
    version = certain(rooms.look(code, players[0].pk, now)).version
    return [rooms.set_ready(code, player.pk, version, True, now) for player in players][-1]


def test_a_room_begins_with_the_fewest_seats_and_the_host_opens_more(host: User) -> None:
    code = rooms.create(host.pk, "en", START)
    assert names(certain(rooms.look(code, host.pk, START))) == ["Astrid", None]
    assert names(room_seats.set_seats(code, host.pk, 4, START)) == ["Astrid", None, None, None]


@pytest.mark.parametrize("seats", [0, 1, 5, 99])
def test_a_number_of_seats_that_the_game_is_not_played_by_is_refused(code: str, host: User, seats: int) -> None:
    assert refusal_of(room_seats.set_seats, code, host.pk, seats, START) == "bad_seats"


def test_seats_that_are_taken_cannot_be_closed_and_a_guest_closes_none(full: str, people: list[User]) -> None:
    host, guest, _, late = people
    assert refusal_of(room_seats.set_seats, full, host.pk, 2, START) == "bad_seats"
    assert refusal_of(room_seats.set_seats, full, guest.pk, 4, START) == "not_host"
    assert refusal_of(rooms.join, full, late.pk, START) == "room_full"


def test_it_starts_when_every_seat_is_taken_and_everybody_is_ready_and_here(
    code: str, astrid: User, bjorn: User, clara: User, made: list[Any]
) -> None:
    rooms.join(code, bjorn.pk, START)
    assert refusal_of(rooms.set_ready, code, astrid.pk, 1, True, START) == "alone"
    assert not certain(rooms.look(code, astrid.pk, START)).host.is_ready
    rooms.join(code, clara.pk, START)
    assert names(certain(rooms.look(code, bjorn.pk, START))) == ["Astrid", "Björn", "Clara"]
    assert all_ready(code, [astrid, bjorn]).counting_ms is None
    assert all_ready(code, [clara]).counting_ms == rooms.COUNT_IN_MS
    for at in range(START, START + rooms.COUNT_IN_MS + 1, 1000):
        views = [rooms.poll(code, player.pk, at) for player in (astrid, bjorn, clara)]
    assert certain(views[-1]).match == "match1"
    assert [entrant.name for entrant in made[0]["entrants"]] == ["Astrid", "Björn", "Clara"]


def test_the_host_starts_with_fewer_than_asked(code: str, astrid: User, clara: User, made: list[Any]) -> None:
    assert refusal_of(room_seats.close_open, code, astrid.pk, START) == "bad_seats"  # one alone is too few
    rooms.join(code, clara.pk, START)
    assert names(room_seats.close_open(code, astrid.pk, START)) == ["Astrid", "Clara"]
    assert all_ready(code, [astrid, clara]).counting_ms == rooms.COUNT_IN_MS


def test_who_is_sent_away_leaves_an_open_seat_and_nobody_ready(
    code: str, people: list[User], made: list[Any], full: str
) -> None:
    astrid, bjorn, clara, _ = people
    all_ready(code, [astrid, bjorn, clara])
    assert refusal_of(room_seats.remove, code, bjorn.pk, 2, START) == "not_host"
    assert names(room_seats.remove(code, astrid.pk, 0, START)) == ["Astrid", "Björn", "Clara"]

    view = room_seats.remove(code, astrid.pk, 1, START)
    assert names(view) == ["Astrid", None, "Clara"] and view.news == {"code": "removed", "name": "Björn"}
    assert view.counting_ms is None and not any(seat.is_ready for seat in view.taken)
    assert rooms.poll(code, bjorn.pk, START) is None
    rooms.join(code, people[3].pk, START)
    assert names(certain(rooms.look(code, clara.pk, START))) == ["Astrid", "David", "Clara"]


def test_fewer_seats_move_those_who_are_there_up(full: str, people: list[User]) -> None:
    rooms.leave(full, people[1].pk, START)
    assert names(room_seats.close_open(full, people[0].pk, START)) == ["Astrid", "Clara"]
    assert list(RoomSeat.objects.order_by("number").values_list("number", flat=True)) == [0, 1]


def test_the_page_of_such_a_room_offers_the_host_alone_its_seats(code: str, people: list[User], clock: Clock) -> None:
    host, guest = map(signed_in, people[:2])
    rooms.join(code, people[1].pk, START)
    pages = [client.get(reverse("lobby:room", args=[code])).content.decode() for client in (host, guest)]
    assert ['name="close"' in page for page in pages] == [True, False]
    assert ['name="remove"' in page for page in pages] == [True, False]
    assert all("Ready when all are here" in page for page in pages)

    seats = reverse("lobby:room_seats", args=[code])
    assert guest.post(seats, {"seats": "4"}).status_code == 403
    assert host.post(seats, {"seats": "many"}).status_code == 400
    assert host.post(seats, {"remove": "1"}).status_code == 302
    assert names(certain(rooms.look(code, people[0].pk, START))) == ["Astrid", None, None]
    assert "The host removed Björn." in host.get(reverse("lobby:room", args=[code])).content.decode()


def test_a_room_for_two_says_nothing_of_seats(people: list[User], clock: Clock) -> None:
    """What a host of a game for two saw before there were others."""
    code = room_of(*people[:2])
    page = signed_in(people[0]).get(reverse("lobby:room", args=[code])).content.decode()
    assert 'name="remove"' not in page and "Changing a setting makes both players not ready" in page
