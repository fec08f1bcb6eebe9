"""How two players come to a deal: both are shown the server's commitment, both may add a number, and nobody who sends
none keeps the match from beginning. By the services and the door, the clock in the test's hands."""

import json
import re
from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game import api as game
from game.models import Deal, Match
from game.services import matches
from lobby.models import Rematch, Room, Seeker
from lobby.rematch_shown import Standing
from lobby.room_shown import View
from lobby.services import quick_join, rematch, rooms
from tests.lobby.conftest import Clock, be_ready, poll_all, room_of
from tests.support.browsers import signed_in
from tests.support.matches import START as PREVIOUS
from tests.support.matches import make_match, resigned, user_at
from tests.support.types import Response, certain

A, B = "0a" * 32, "bc" * 32


@pytest.fixture(autouse=True)
def numbers() -> None:
    """The real deals, in place of the folder's that are ready at once."""


@pytest.fixture
def browsers(people: list[User]) -> dict[int, Client]:
    """Clients of the first two, by their keys."""
    return {player.pk: signed_in(player) for player in people[:2]}


def send(client: Client, deal: str, number: int | str | None) -> Response:
    body = json.dumps({"deal": deal, "number": number})
    return client.post(reverse("game:deal"), body, content_type="application/json")


def numbers_of(public_id: str) -> tuple[list[str], list[str | None]]:
    """The names in lobby order, or of the seats, and the numbers that went in, of a match that is then over."""
    row = Match.objects.get(public_id=public_id)
    record = matches.export(resigned(row, at=row.started_at + 1))
    return record.get("lobby_order", record["players"]), record["fair"]["players"]


@pytest.fixture
def found(people: list[User], clock: Clock) -> str:
    """Astrid and Björn, found in Quick Join; the commitment of their deal."""
    wanted = quick_join.queue("quick", "en")
    for player in people[:2]:
        quick_join.seek(player.pk, wanted, clock.now)
        quick_join.poll(player.pk, clock.later(0.1))
    place = certain(quick_join.poll(people[0].pk, clock.later(0.1)))
    assert place.stage == "found"
    return place.deal


def counted_in(people: Sequence[User], clock: Clock) -> quick_join.Place:
    """Both pages poll, at last every tenth of a second, until there is a match; the place then."""
    for pause in [0.7] * 6 + [0.1] * 50:
        for player in people[:2]:
            place = certain(quick_join.poll(player.pk, clock.now))
            if place.match:
                return place
        clock.later(pause)
    raise AssertionError("no match")


def test_quick_join_shows_both_the_seal_and_takes_their_numbers_at_once(
    people: list[User], browsers: dict[int, Client], clock: Clock, found: str
) -> None:
    for client in browsers.values():
        page = client.get(reverse("lobby:waiting")).content.decode()
        assert certain(re.search(r'data-deal="([0-9a-f]{64})"', page))[1] == found
        assert f'data-deal="{found}"' in client.get(reverse("lobby:home")).content.decode()
    for player, number in zip(people, (A, B), strict=False):
        assert send(browsers[player.pk], found, number).json() == {"ok": True}
    place = counted_in(people, clock)
    assert place.starts_at == clock.now + quick_join.LEAVE_MS and place.deal == ""
    assert Match.objects.get(public_id=place.match).commitment == found
    assert numbers_of(place.match) == (["Astrid", "Björn"], [A, B])


@pytest.mark.parametrize("sends", [False, True])
def test_quick_join_waits_five_seconds_for_a_number_and_no_longer(
    people: list[User], browsers: dict[int, Client], clock: Clock, found: str, sends: bool
) -> None:
    if sends:
        send(browsers[people[1].pk], found, B)
    opened = Deal.objects.get().committed_at
    place = counted_in(people, clock)
    assert (clock.now, place.starts_at) == (opened + 5_000, clock.now + quick_join.LEAVE_MS)
    assert numbers_of(place.match)[1] == [None, B if sends else None]


def test_a_pair_that_parts_has_no_deal_and_a_new_pair_another(people: list[User], clock: Clock, found: str) -> None:
    quick_join.cancel(people[1].pk)
    assert certain(quick_join.poll(people[0].pk, clock.later(1))).deal == ""
    assert not Deal.objects.exists()
    quick_join.seek(people[2].pk, quick_join.queue("quick", "en"), clock.now)
    assert certain(quick_join.poll(people[2].pk, clock.later(0.1))).deal not in ("", found)


def test_whoever_presses_play_anew_is_out_of_the_deal(people: list[User], clock: Clock, found: str) -> None:
    quick_join.seek(people[1].pk, quick_join.queue("standard", "en"), clock.now)
    assert Seeker.objects.get(user=people[1]).deal == ""


def test_garbage_and_strangers_are_refused_by_name_and_keep_nobody_waiting(
    people: list[User], browsers: dict[int, Client], clock: Clock, found: str
) -> None:
    astrid = browsers[people[0].pk]
    for garbage in (None, "", 7, "zz" * 32, "0A" * 32, A[:-1]):
        answer = send(astrid, found, garbage)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_number")
    for garbage in ("", "{", "[]", json.dumps({"deal": found, "number": A, "more": 1})):
        answer = astrid.post(reverse("game:deal"), garbage, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    assert astrid.post(reverse("game:deal"), {"deal": found, "number": A}).json()["code"] == "bad_message"
    for client in (signed_in(people[2]), Client()):
        answer = send(client, found, A)
        assert (answer.status_code, answer.json()["code"]) == (200, "no_deal")
    assert send(astrid, found, A).status_code == 200
    answer = send(astrid, found, B)
    assert (answer.status_code, answer.json()["code"]) == (200, "number_given")
    assert astrid.get(reverse("game:deal")).status_code == 405


def sitting(people: Sequence[User], clock: Clock) -> str:
    """A room of the first two, both ready: the count-in has begun."""
    code = room_of(*people[:2], now=clock.now)
    be_ready(code, *people[:2], now=clock.now)
    return code


def both_poll(code: str, people: Sequence[User], clock: Clock, seconds: float) -> View:
    """Both pages ask every half second for so long; the last view."""
    end = clock.now + seconds * 1000
    while clock.now < end:
        views = poll_all(code, people[:2], clock.later(0.5))
    return views[-1]


def test_a_room_takes_the_numbers_during_the_count_in(
    people: list[User], browsers: dict[int, Client], clock: Clock
) -> None:
    code = sitting(people, clock)
    for player, number in zip(people, (A, B), strict=False):
        page = browsers[player.pk].get(reverse("lobby:room", args=[code])).content.decode()
        send(browsers[player.pk], certain(re.search(r'data-deal="([0-9a-f]{64})"', page))[1], number)
    assert not both_poll(code, people, clock, 2.5).match
    view = both_poll(code, people, clock, 0.5)
    assert numbers_of(view.match) == (["Astrid", "Björn"], [A, B]) and view.deal == ""


def test_a_room_waits_for_a_number_two_seconds_more_than_the_count_in(people: list[User], clock: Clock) -> None:
    code = sitting(people, clock)
    assert not both_poll(code, people, clock, 4.5).match
    assert numbers_of(both_poll(code, people, clock, 0.5).match)[1] == [None, None]


def test_a_count_in_that_is_broken_off_forgets_its_deal(people: list[User], clock: Clock) -> None:
    code = sitting(people, clock)
    first = Room.objects.get().deal
    rooms.set_ready(code, people[0].pk, 1, False, clock.now)
    assert (Room.objects.get().deal, Deal.objects.count()) == ("", 0)
    rooms.set_ready(code, people[0].pk, 1, True, clock.now)
    assert Room.objects.get().deal not in ("", first)
    rooms.leave(code, people[1].pk, clock.now)
    assert not Deal.objects.exists()


@pytest.fixture
def over() -> Match:
    """A match that has just ended; its first player has asked for another."""
    row = resigned(make_match())
    rematch.propose(row.public_id, user_at(row, 0).pk, PREVIOUS + 2_000)
    return row


def agree(over: Match) -> Standing:
    return certain(rematch.accept(over.public_id, user_at(over, 1).pk, PREVIOUS + 3_000))


def test_a_rematch_takes_the_numbers_before_it_is_made_in_the_order_of_the_seats(over: Match) -> None:
    agreed = agree(over)
    assert (agreed.stage, agreed.match, agreed.starts_at) == ("agreed", "", PREVIOUS + 6_000)
    for seat, number in ((0, A), (1, B)):
        assert send(signed_in(user_at(over, seat)), agreed.deal, number).status_code == 200
    made = certain(rematch.look(over.public_id, user_at(over, 0).pk, PREVIOUS + 3_500))
    assert (made.stage, made.starts_at, made.deal) == ("agreed", PREVIOUS + 6_000, "")
    names, given = numbers_of(made.match)
    assert names == [user_at(over, 1).display_name, user_at(over, 0).display_name] and given == [B, A]


def test_a_rematch_waits_five_seconds_and_leads_nowhere_before(over: Match) -> None:
    agree(over)
    look = [rematch.look(over.public_id, user_at(over, 0).pk, PREVIOUS + 3_000 + late) for late in (4_999, 5_000)]
    assert [bool(certain(standing).match) for standing in look] == [False, True]
    assert certain(look[1]).starts_at == PREVIOUS + 8_000 + rematch.LEAD_MS
    assert numbers_of(certain(look[1]).match)[1] == [None, None]


def test_an_agreed_rematch_cannot_be_taken_back_and_is_made_when_both_pages_have_gone(over: Match) -> None:
    agree(over)
    first = user_at(over, 0)
    assert certain(rematch.withdraw(over.public_id, first.pk, PREVIOUS + 3_100)).stage == "agreed"
    assert rematch.asking(user_at(over, 1).pk, PREVIOUS + 3_200) == {}
    assert rematch.sweep(PREVIOUS + 7_999) == 0
    assert rematch.sweep(PREVIOUS + 8_000) == 1
    assert rematch.sweep(PREVIOUS + 9_000) == 0
    assert Match.objects.filter(public_id=Rematch.objects.get().match).exists()


def test_an_agreed_rematch_with_somebody_who_is_gone_is_none(over: Match) -> None:
    agree(over)
    game.forget_player(user_at(over, 1).pk)
    rematch.sweep(PREVIOUS + 8_000)
    row = Rematch.objects.get()
    assert (row.match, row.deal, row.starts_at) == ("", "", None)
