"""One match with a clock at a time, by whatever way one would come into the second. Rematches: test_rematch.py."""

import pytest
from django.urls import reverse

from accounts.models import User
from game.models import Match
from lobby.models import Seeker
from lobby.services import engagements, quick_join, rooms
from tests.lobby.conftest import Clock, be_ready, refusal_of, room_of, room_pages, sit, waiting_pages
from tests.support.browsers import signed_in
from tests.support.matches import make_match, submit
from tests.support.types import Response, certain


@pytest.fixture
def playing(people: list[User], clock: Clock) -> Match:
    """A match with a clock that Astrid is in."""
    return sit(people[0], make_match(starts_at=clock.now))


def press_play(player: User, preset: str = "quick") -> Response:
    return signed_in(player).post(reverse("lobby:seek"), {"preset": preset, "lg": "en"})


def test_quick_join_leads_back_to_the_match_that_runs(
    people: list[User], clock: Clock, playing: Match
) -> None:  # R2.13
    refused = press_play(people[0])

    assert refused.status_code == 409 and not Seeker.objects.exists()
    page = refused.content.decode()
    assert "One match with a clock at a time" in page
    assert reverse("game:match", args=[playing.public_id]) in page
    assert press_play(people[1]).status_code == 302

    submit(playing, 0, at=clock.now, do="resign")
    assert press_play(people[0]).status_code == 302


def test_a_match_that_ran_out_unseen_keeps_nobody(people: list[User], clock: Clock, playing: Match) -> None:
    clock.later(3600)
    assert press_play(people[0]).status_code == 302


def test_matches_without_a_clock_are_as_many_as_anybody_likes(people: list[User], clock: Clock, playing: Match) -> None:
    assert press_play(people[0], "strategy").status_code == 302  # beside one with a clock
    sit(people[1], make_match(starts_at=clock.now, turn_seconds=None))
    assert press_play(people[1], "standard").status_code == 302


def test_who_got_into_a_match_elsewhere_meanwhile_loses_the_place_and_the_other_waits_on(
    met: list[User], clock: Clock
) -> None:
    sit(met[0], make_match(starts_at=clock.now))
    places = waiting_pages(clock, 5, *met)

    assert places[0] is None and certain(places[1]).stage == "waiting"
    said = signed_in(met[0]).post(reverse("lobby:poll"), {"stage": "waiting"}).content.decode()
    assert "has begun" in said and "Go to the match" in said and "lost touch with this page" not in said


@pytest.fixture
def room(people: list[User], clock: Clock) -> str:
    """A room of Björn's in which Astrid is the guest; Standard, so with a clock."""
    return room_of(people[1], people[0], now=clock.now)


def test_ready_is_refused_while_another_match_runs(people: list[User], clock: Clock, playing: Match, room: str) -> None:
    assert refusal_of(rooms.set_ready, room, people[0].pk, 1, True, clock.now) == "in_match"
    assert not certain(certain(rooms.look(room, people[0].pk, clock.now)).seats[1]).is_ready
    press = {"ready": "1", "version": "1"}
    page = signed_in(people[0]).post(reverse("lobby:room_ready", args=[room]), press, follow=True)
    assert "You are in a match with a clock. Finish it, then press Ready." in page.content.decode()

    view = rooms.change(room, people[1].pk, 1, {"turn_seconds": None}, clock.now)
    assert certain(rooms.set_ready(room, people[0].pk, view.version, True, clock.now).seats[1]).is_ready


@pytest.fixture
def both_ready(people: list[User], clock: Clock, room: str) -> None:
    be_ready(room, *people[:2], now=clock.now)


def test_a_room_begins_no_second_match_and_says_why(
    people: list[User], clock: Clock, room: str, both_ready: None
) -> None:
    sit(people[0], make_match(starts_at=clock.now))
    view, _ = room_pages(room, clock, 3, people[:2])

    assert (view.match, view.news) == ("", {"code": "in_match", "name": "Astrid"})
    assert not view.host.is_ready and not certain(view.seats[1]).is_ready
    page = signed_in(people[1]).get(reverse("lobby:room", args=[room])).content.decode()
    assert "Astrid is in a match with a clock." in page


def test_the_match_of_a_room_takes_both_players_searches_along(
    people: list[User], clock: Clock, room: str, both_ready: None
) -> None:
    for player in people[:3]:
        quick_join.seek(player.pk, quick_join.queue("strategy", "en"), clock.now)

    assert all(view.match for view in room_pages(room, clock, 3, people[:2]))

    assert [seeker.user for seeker in Seeker.objects.filter(elsewhere=False)] == [people[2]]
    assert engagements.running(people[0].pk) and engagements.running(people[1].pk)
