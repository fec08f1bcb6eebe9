"""What the lobby tests share: a clock that stands still, people, and a game that only notes which matches it was
asked for. One test at the end of test_waiting_page.py uses the real game."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.guests import create_guest
from bots.services import process_heartbeat
from game import api as game
from game.api import match_lists as game_matches
from game.models import Match
from lobby.services import quick_join, rooms
from tests.support.matches import state_of
from tests.support.repeated_rows import repeated
from tests.support.types import Response, certain

START = 4_000_000_000_000
HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}
"""What htmx sends along, as a Client takes it."""


class Clock:
    def __init__(self) -> None:
        self.now = START

    def later(self, seconds: float) -> int:
        """Move on and return the new moment in ms."""
        self.now += round(seconds * 1000)
        return self.now


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test of this folder has the database."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in (game, game_matches):
        monkeypatch.setattr(module, "now_ms", lambda: clock.now)
    return clock


@pytest.fixture(autouse=True)
def numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal has its players' numbers at once; test_deals.py is about those that have not."""
    monkeypatch.setattr(game, "deal_readiness", lambda deal, now_ms: "complete")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The matches the lobby asked the game for: the keyword arguments of each call, in order, without the deal."""
    calls = []

    def create_match(*, deal: str, **wanted: Any) -> str:
        assert len(deal) == 64
        calls.append(wanted)
        return f"match{len(calls)}"

    monkeypatch.setattr(game, "create_match", create_match)
    return calls


@pytest.fixture
def people() -> list[User]:
    """Four players, in the order their rows were made."""

    def make() -> list[int]:
        players = [create_guest() for _ in range(4)]
        for player, name in zip(players, ("Astrid", "Björn", "Clara", "David"), strict=True):
            player.display_name = name
            player.save()
        return [player.pk for player in players]

    return list(User.objects.filter(pk__in=repeated("four guests", make)).order_by("pk"))


@pytest.fixture
def astrid(people: list[User]) -> User:
    return people[0]


@pytest.fixture
def bjorn(people: list[User]) -> User:
    return people[1]


@pytest.fixture
def clara(people: list[User]) -> User:
    return people[2]


@pytest.fixture
def host(people: list[User]) -> User:
    """Whose room it is, by the services."""
    return people[0]


@pytest.fixture
def guest(people: list[User]) -> User:
    """The other one there."""
    return people[1]


@pytest.fixture
def met(people: list[User], clock: Clock) -> list[User]:
    """Astrid and Björn, who have just found each other in Quick Join."""

    def meet() -> None:
        for player in people[:2]:
            quick_join.seek(player.pk, quick_join.queue("quick", "en"), clock.now)
            quick_join.poll(player.pk, clock.now)

    repeated(f"two who met at {clock.now}", meet)
    return people[:2]


@pytest.fixture
def ready(clock: Clock) -> None:
    """The process of the bots is there, with all its words."""
    process_heartbeat.leave("here 1", clock.now, 11, 11, 0)


def refusal_of(act: Callable[..., Any], *given: dict[str, int] | int | str | None) -> str:
    """The code by which rooms refuse it."""
    with pytest.raises(rooms.Refused) as refused:
        act(*given)
    return refused.value.code


def begun_alone(client: Client) -> Match:
    """The match that the browser's user is led to, who waits for nobody but the deal."""
    led = client.post(reverse("lobby:alone_poll"), **HTMX)["HX-Redirect"]
    made = Match.objects.latest("pk")
    assert made.public_id in led
    return made


def sole_user(row: Match) -> User:
    """The one who plays a match alone, whatever the seats."""
    return certain(row.seats.exclude(user=None).get().user)


def page_of(client: Client, row: Match, name: str = "match") -> Response:
    """The answer at that address of the match."""
    return client.get(reverse(f"game:{name}", args=[row.public_id]))


def act(client: Client, row: Match, **action: Any) -> dict[str, Any]:
    """The seat on turn does this by the page's own door; the answer."""
    turn = state_of(row).turn
    sent = {"turn": turn, "nonce": f"nonce-{turn:04d}"} | action
    return client.post(reverse("game:act", args=[row.public_id]), sent, content_type="application/json").json()


def sit(player: User, row: Match) -> Match:
    """The match, its first seat the player's."""
    row.seats.filter(seat=0).update(user=player)
    return row


def make_accounts(*players: User) -> None:
    """No guests any more."""
    for player in players:
        player.is_guest = False
        player.save()


def until_made(clock: Clock, *players: User) -> list[quick_join.Place]:
    """The pages of two who are paired go on, a word a second, until both have a match."""
    for _ in range(8):
        clock.later(1)
        places = [certain(quick_join.poll(player.pk, clock.now)) for player in players]
        if all(place.match for place in places):
            return places
    raise AssertionError("no match came of it")
