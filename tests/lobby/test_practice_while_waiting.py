"""A bot while one waits: the place in Quick Join is kept, and whoever comes is first agreed to."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from game.models import Match
from lobby.models import Seeker
from lobby.services import quick_join
from tests.lobby.conftest import Clock
from tests.lobby.test_practice import played
from tests.support.types import certain


@pytest.fixture
def queue() -> quick_join.Queue:
    return quick_join.queue("standard", "en")


@pytest.fixture
def pair(people: list[User], queue: quick_join.Queue, clock: Clock) -> tuple[User, User]:
    """Astrid practises while she waits; Björn has just come."""
    astrid, bjorn, *_ = people
    for one in (astrid, bjorn):
        quick_join.seek(one.pk, queue, clock.now)
    quick_join.poll(astrid.pk, clock.now, practises=True)
    quick_join.poll(bjorn.pk, clock.now)
    return astrid, bjorn


def both(pair: tuple[User, User], clock: Clock, seconds: int) -> quick_join.Place | None:
    """Both pages say their word each second; where Astrid's place stands at the end."""
    place = None
    for _ in range(seconds):
        now = clock.later(1)
        place = quick_join.poll(pair[0].pk, now, practises=True)
        quick_join.poll(pair[1].pk, now)
    return place


def test_whoever_comes_waits_until_the_player_agrees(pair: tuple[User, User], clock: Clock, made: list[Any]) -> None:
    place = certain(both(pair, clock, 5))
    assert (place.stage, place.choose_ms) == ("found", quick_join.CHOOSE_MS - 5_000)
    assert not made
    quick_join.agree(pair[0].pk)
    assert certain(both(pair, clock, 2)).stage == "matched"
    both(pair, clock, 5)
    assert len(made) == 1


def test_without_an_answer_the_place_is_passed_on_and_the_other_waits(
    pair: tuple[User, User], clock: Clock, made: list[Any]
) -> None:
    both(pair, clock, quick_join.CHOOSE_MS // 1000)
    assert quick_join.look(pair[0].pk, clock.now) is None
    for _ in range(4):
        quick_join.poll(pair[1].pk, clock.later(1))
    assert certain(quick_join.look(pair[1].pk, clock.now)).stage == "waiting" and not made


def test_staying_frees_the_other_at_once(pair: tuple[User, User], clock: Clock) -> None:
    both(pair, clock, 2)
    quick_join.cancel(pair[0].pk)
    quick_join.poll(pair[1].pk, clock.later(1))
    assert certain(quick_join.look(pair[1].pk, clock.now)).stage == "waiting"


def test_who_comes_back_to_the_waiting_page_need_not_agree(
    people: list[User], queue: quick_join.Queue, clock: Clock
) -> None:
    astrid, *_ = people
    quick_join.seek(astrid.pk, queue, clock.now)
    quick_join.poll(astrid.pk, clock.now, practises=True)
    quick_join.poll(astrid.pk, clock.later(1))
    assert not Seeker.objects.get().practises


@pytest.mark.parametrize(("game", "preset"), [("alfapower", "quick"), ("flex", "flex")])
def test_the_waiting_page_offers_a_bot_by_the_same_rules(client: Client, clock: Clock, game: str, preset: str) -> None:
    client.post("/quick/seek", {"preset": preset, "lg": "sv"})
    address = f"/practice/?game={game}&preset={preset}&lg=sv"
    assert f'href="{address}"' in client.get("/quick/").content.decode()
    chosen = client.get(address).context["chosen"]
    assert (chosen["game"], chosen["preset"], chosen["lg"]) == (game, preset, "sv")


def test_the_page_of_the_practice_match_says_who_has_come_and_asks(
    client: Client, clock: Clock, ready: None, people: list[User], queue: quick_join.Queue
) -> None:
    row = played(client)
    client.post("/quick/seek", {"preset": "standard", "lg": "en"})
    address = f"/match/{row.public_id}/"
    assert 'name="practises"' in client.get(address).content.decode()
    client.post("/quick/interrupt", {"practises": "1"})
    quick_join.seek(people[1].pk, queue, clock.now)
    quick_join.poll(people[1].pk, clock.now)
    asked = client.post("/quick/interrupt", {"practises": "1"}).content.decode()
    assert "Björn" in asked and "/quick/stay" in asked
    assert "watch--asks" in asked, "the page of a match shows it: it hides what any other match would say"
    client.post("/quick/stay")
    assert Seeker.objects.count() == 1 and Match.objects.count() == 1


def test_agreeing_begins_the_count_in(
    client: Client, clock: Clock, ready: None, people: list[User], queue: quick_join.Queue
) -> None:
    played(client)
    client.post("/quick/seek", {"preset": "standard", "lg": "en"})
    client.post("/quick/interrupt", {"practises": "1"})
    quick_join.seek(people[1].pk, queue, clock.now)
    quick_join.poll(people[1].pk, clock.now)
    clock.later(1)
    quick_join.poll(people[1].pk, clock.now)
    answer = client.post("/quick/interrupt", {"practises": "1", "answer": "yes"}).content.decode()
    assert "/quick/stay" not in answer
    assert certain(quick_join.look(people[1].pk, clock.now)).stage == "matched"
