"""What happens in a private room, second by second: seats, settings, readiness, the count-in, leaving and lapsing."""

from typing import Any

import pytest

from accounts.models import User
from accounts.services.guests import create_guest
from game import api as game
from lobby.api import sweep
from lobby.models import Room, RoomSeat
from lobby.services import rooms
from lobby.services.room_rows import ALPHABET, LIFE_MS, TOLD_MS
from tests.lobby.conftest import START, be_ready, make_accounts, poll_all, refusal_of
from tests.support.types import certain

MINUTE = 60_000


@pytest.fixture
def code(host: User) -> str:
    return rooms.create(host.pk, "en", START)


@pytest.fixture
def both(code: str, host: User, guest: User) -> str:
    """A room with both seats taken, both pages heard at START."""
    rooms.join(code, guest.pk, START)
    return code


def test_a_code_is_eight_symbols_without_look_alikes(host: User) -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 32 and not set("01OI") & set(ALPHABET)
    code = rooms.create(host.pk, "sv", START)
    assert len(code) == 8 and set(code) <= set(ALPHABET)
    assert certain(rooms.look(code, host.pk, START)).settings == {"language": "sv"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("KATE42XM", "KATE42XM"),
        (" kate 42xm\n", "KATE42XM"),
        ("kate-42xm", "KATE42XM"),
        ("KATE42X", ""),
        ("KATE42XMM", ""),
        ("KATE42X0", ""),
        ("KATE42X\0", ""),
        ("ＫATE42XM", "KATE42XM"),
        ("", ""),
    ],
)
def test_a_code_is_read_in_any_case_with_any_spaces(typed: str, meant: str) -> None:
    assert rooms.normal(typed) == meant


def test_the_code_lets_one_guest_in_and_then_nobody(both: str, host: User, guest: User, people: list[User]) -> None:
    assert refusal_of(rooms.join, both, people[2].pk, START) == "room_full"
    assert refusal_of(rooms.invitation, both, None, START) == "room_full"
    assert rooms.join(both, guest.pk, START) == rooms.join(both, host.pk, START) == both
    assert RoomSeat.objects.count() == 2


def test_foreign_expired_closed_and_played_codes_are_all_no_room(
    code: str, both: str, host: User, guest: User, people: list[User], made: list[Any]
) -> None:
    other = rooms.create(people[2].pk, "en", START)
    rooms.leave(other, people[2].pk, START)
    be_ready(both, host, guest)
    poll_all(both, (host, guest), START + 3000)
    late = rooms.create(people[3].pk, "en", START)

    assert len(made) == 1
    closed, played, lapsed = (other, START), (both, START + 3000), (late, START + 30 * MINUTE)
    for dead, now in (("ABCDEFGH", START), ("", START), closed, played, lapsed):
        assert refusal_of(rooms.join, dead, people[1].pk, now) == "no_room", dead
        assert refusal_of(rooms.invitation, dead, None, now) == "no_room", dead


@pytest.mark.parametrize(("is_guest", "most"), [(True, 1), (False, 3)])
def test_open_rooms_are_few(host: User, is_guest: bool, most: int) -> None:
    if not is_guest:
        make_accounts(host)
    opened = [rooms.create(host.pk, "en", START) for _ in range(most)]

    for _ in range(20):
        with pytest.raises(rooms.Refused) as refusal:
            rooms.create(host.pk, "en", START)
        assert (refusal.value.code, refusal.value.room) == ("too_many_rooms", opened[0])
    assert Room.objects.count() == most

    rooms.leave(opened[0], host.pk, START)
    rooms.create(host.pk, "en", START)


def test_a_change_makes_both_not_ready_and_names_itself(both: str, host: User, guest: User) -> None:
    be_ready(both, host, guest)
    assert certain(rooms.look(both, host.pk, START)).counting_ms == 3000

    view = rooms.change(both, host.pk, 1, {"turn_seconds": 45, "prices": {"swap": 9}}, START)

    assert (view.version, view.counting_ms) == (2, None)
    assert view.settings == {"turn_seconds": 45, "prices": {"swap": 9}}
    assert view.news == {"code": "changed", "keys": ["turn_seconds", "prices.swap"]}
    assert not view.host.is_ready and not certain(view.seats[1]).is_ready
    assert certain(rooms.look(both, guest.pk, START)).settings == view.settings


def test_a_change_keeps_what_was_not_given_and_one_that_changes_nothing_is_none(
    both: str, host: User, guest: User
) -> None:
    rooms.change(both, host.pk, 1, {"prices": {"swap": 9}}, START)
    view = rooms.change(both, host.pk, 2, {"prices": {"blast": 1}, "board_size": 19}, START)
    assert view.settings == {"board_size": 19, "prices": {"swap": 9, "blast": 1}}

    be_ready(both, host, guest, version=3)
    again = rooms.change(both, host.pk, 3, {"board_size": 19}, START)
    assert again.version == 3 and again.host.is_ready and certain(again.seats[1]).is_ready


@pytest.mark.parametrize(
    ("given", "key", "why"),
    [
        ({"turn_seconds": 4}, "turn_seconds", "out_of_range"),
        ({"turn_seconds": 10**30}, "turn_seconds", "out_of_range"),
        ({"turn_seconds": True}, "turn_seconds", "wrong_type"),
        ({"starting_coins": -1}, "starting_coins", "out_of_range"),
        ({"starting_coins": float("nan")}, "starting_coins", "wrong_type"),
        ({"items": []}, "items", "empty"),
        ({"items": ["swap", "nuke"]}, "items", "out_of_range"),
        ({"items": "swap"}, "items", "wrong_type"),
        ({"prices": {"nuke": 1}}, "prices.nuke", "unknown_setting"),
        ({"prices": {"swap": 100}}, "prices.swap", "out_of_range"),
        ({"prices": 3}, "prices", "wrong_type"),
        ({"hand_size": 8}, "hand_size", "unknown_setting"),
        ({"rated": True}, "rated", "unknown_setting"),
        ({"alfa_trigger": "half"}, "alfa_trigger", "out_of_range"),
        ({"board_size": 13, "turn_seconds": 45}, "board_size", "out_of_range"),
    ],
)
def test_settings_that_cannot_be_are_refused_by_name_and_change_nothing(
    both: str, host: User, guest: User, given: dict[str, Any], key: str, why: str
) -> None:
    be_ready(both, host)
    with pytest.raises(game.BadSettings) as refusal:
        rooms.change(both, host.pk, 1, given, START)
    assert (refusal.value.key, refusal.value.code) == (key, why)
    view = certain(rooms.look(both, host.pk, START))
    assert (view.version, view.settings, view.host.is_ready) == (1, {}, True)


def test_only_the_host_changes_and_only_what_the_page_showed(
    both: str, host: User, guest: User, people: list[User]
) -> None:
    assert refusal_of(rooms.change, both, guest.pk, 1, {"turn_seconds": 45}, START) == "not_host"
    assert refusal_of(rooms.replace_all, both, guest.pk, 1, {}, START) == "not_host"
    assert refusal_of(rooms.change, both, people[2].pk, 1, {"turn_seconds": 45}, START) == "no_room"
    assert refusal_of(rooms.change, both, host.pk, 2, {"turn_seconds": 45}, START) == "stale_settings"
    assert certain(rooms.look(both, host.pk, START)).version == 1


def test_replacing_all_puts_back_what_is_not_given(both: str, host: User) -> None:  # R1.43
    rooms.change(both, host.pk, 1, {"turn_seconds": 45}, START)
    view = rooms.replace_all(both, host.pk, 2, {"board_size": 11}, START)
    assert view.settings == {"board_size": 11} and view.news["keys"] == ["board_size", "turn_seconds"]


def test_ready_is_for_the_settings_the_page_showed(both: str, host: User, guest: User) -> None:
    be_ready(both, guest)
    rooms.change(both, host.pk, 1, {"turn_seconds": 45}, START)
    be_ready(both, guest, version=2)

    assert refusal_of(rooms.set_ready, both, guest.pk, 1, True, START) == "stale_settings"
    assert not certain(certain(rooms.look(both, host.pk, START)).seats[1]).is_ready


def test_both_ready_and_there_count_in_and_are_in_one_match(
    both: str, host: User, guest: User, made: list[Any]
) -> None:  # R2.1
    rooms.change(both, host.pk, 1, {"turn_seconds": 45}, START)
    be_ready(both, host, guest, version=2)
    for second in (1, 2):
        views = poll_all(both, (host, guest), START + 1000 * second)
        assert [view.counting_ms for view in views] == [3000 - 1000 * second] * 2 and not made

    views = poll_all(both, (guest, host), START + 3000) + poll_all(both, (host, guest), START + 4000)

    assert {view.match for view in views} == {"match1"} and len(made) == 1
    assert made[0]["settings"] == {"turn_seconds": 45} and made[0]["starts_at"] == START + 3000 + rooms.LEAD_MS
    assert [entrant.name for entrant in made[0]["entrants"]] == ["Astrid", "Björn"]
    assert not made[0].get("rated") and not made[0].get("preset")
    assert rooms.leave(both, guest.pk, START + 4000) == "match1"


@pytest.mark.parametrize("how", ["not_ready", "change", "leave", "away"])
def test_the_count_in_is_broken_off(both: str, host: User, guest: User, made: list[Any], how: str) -> None:
    be_ready(both, host, guest)
    if how == "not_ready":
        rooms.set_ready(both, guest.pk, 1, False, START + 1000)
    elif how == "change":
        rooms.change(both, host.pk, 1, {"board_size": 11}, START + 1000)
    elif how == "leave":
        rooms.leave(both, guest.pk, START + 1000)
    now = START + (4000 if how == "away" else 3000)
    view = certain(rooms.poll(both, host.pk, now))
    assert view.counting_ms is None and not view.match and not made

    if how == "away":  # the page comes back: it counts in anew
        assert certain(rooms.poll(both, guest.pk, now)).counting_ms == 3000
        poll_all(both, (host, guest), now + 3000)
        assert len(made) == 1


def test_a_guest_who_leaves_frees_the_seat_and_the_next_takes_it(
    both: str, host: User, guest: User, people: list[User]
) -> None:
    be_ready(both, host, guest)
    assert rooms.leave(both, guest.pk, START) == ""
    view = certain(rooms.poll(both, host.pk, START))
    assert view.seats[1] is None and view.news == {"code": "guest_left", "name": "Björn"} and not view.host.is_ready
    assert rooms.poll(both, guest.pk, START) is None

    rooms.join(both, people[2].pk, START)
    view = certain(rooms.look(both, host.pk, START))
    assert certain(view.seats[1]).name == "Clara" and not certain(view.seats[1]).is_ready and view.news == {}
    assert refusal_of(rooms.join, both, guest.pk, START) == "room_full"


@pytest.mark.parametrize("noticed_by", ["poll", "sweep"])
def test_a_guest_who_is_gone_loses_the_seat_after_20_seconds(
    both: str, host: User, guest: User, noticed_by: str
) -> None:
    rooms.poll(both, host.pk, START + 19_999)
    assert rooms.look(both, guest.pk, START + 19_999)
    if noticed_by == "sweep":
        sweep(START + 20_000)
    else:
        rooms.poll(both, host.pk, START + 20_000)
    view = certain(rooms.look(both, host.pk, START + 20_000))
    assert view.seats[1] is None and view.news["code"] == "guest_gone"
    assert rooms.poll(both, guest.pk, START + 20_001) is None


@pytest.mark.parametrize("noticed_by", ["poll", "sweep"])
def test_a_host_who_is_gone_closes_the_room_after_30_seconds(
    both: str, host: User, guest: User, noticed_by: str
) -> None:
    for second in range(30):
        assert not certain(rooms.poll(both, guest.pk, START + 1000 * second)).ended
    if noticed_by == "sweep":
        sweep(START + 30_000)
    view = certain(rooms.poll(both, guest.pk, START + 30_000))
    assert view.ended == "host_gone"
    assert certain(rooms.poll(both, host.pk, START + 30_500)).ended == "host_gone"


def test_a_host_alone_may_be_away_while_the_code_lives(code: str, host: User, guest: User) -> None:
    sweep(START + 29 * MINUTE)
    now = START + 29 * MINUTE
    rooms.join(code, guest.pk, now)
    view = certain(rooms.poll(code, guest.pk, now + 19_000))
    assert not view.ended  # 30 s from the guest's coming, not from long ago
    assert certain(certain(rooms.poll(code, host.pk, now + 19_500)).seats[1]).is_here


def test_closing_ends_the_room_and_tells_the_guest(both: str, host: User, guest: User) -> None:
    rooms.leave(both, host.pk, START)
    assert certain(rooms.poll(both, guest.pk, START + 1000)).ended == "closed"
    assert refusal_of(rooms.set_ready, both, guest.pk, 1, True, START + 1000) == "no_room"
    assert refusal_of(rooms.change, both, host.pk, 1, {"board_size": 11}, START + 1000) == "no_room"
    sweep(START + TOLD_MS)
    assert not Room.objects.exists() and not RoomSeat.objects.exists()


def test_a_room_lives_30_minutes_from_its_last_use(code: str, host: User) -> None:
    rooms.poll(code, host.pk, START + 20 * MINUTE)
    assert sweep(START + 50 * MINUTE - 1) == 0 and rooms.look(code, host.pk, START + 50 * MINUTE - 1)
    assert rooms.look(code, host.pk, START + 50 * MINUTE) is None
    assert sweep(START + 50 * MINUTE) == 1 and not Room.objects.exists()


def test_a_player_is_led_back_to_the_open_rooms(both: str, host: User, guest: User, people: list[User]) -> None:
    assert rooms.rooms_of(host.pk, START) == rooms.rooms_of(guest.pk, START) == [both]
    assert rooms.rooms_of(people[2].pk, START) == []
    rooms.leave(both, host.pk, START)
    assert rooms.rooms_of(guest.pk, START) == []


def test_a_stranger_sees_and_moves_nothing(both: str, people: list[User]) -> None:
    stranger = create_guest()
    assert rooms.look(both, stranger.pk, START) is None and rooms.look(both, None, START) is None
    assert rooms.poll(both, stranger.pk, START) is None
    assert refusal_of(rooms.set_ready, both, stranger.pk, 1, True, START) == "no_room"
    assert rooms.leave(both, stranger.pk, START) == "" and RoomSeat.objects.count() == 2


def test_a_room_lives_on_from_what_its_host_does(code: str, host: User) -> None:
    """Also where nothing differs by it."""
    for now in (START + 600_000, START + 1_200_000):
        rooms.change(code, host.pk, certain(rooms.look(code, host.pk, now)).version, {"turn_seconds": 45}, now)
        assert Room.objects.get().expires_at == now + LIFE_MS
        assert RoomSeat.objects.get().seen_at == now
