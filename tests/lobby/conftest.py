"""What the lobby tests share: a clock that stands still, people, and a game that only notes which matches it was
asked for. One test at the end of test_waiting_page.py uses the real game."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.guests import create_guest
from bots.services import process_heartbeat
from dictionary import api as dictionary
from game import api as game
from game.api import match_lists as game_matches
from game.dispatch.deal_check import check
from game.dispatch.record_check import verify
from game.models import Match
from game.services import deal_numbers, matches, replays
from lobby.models import Preset
from lobby.room_shown import View
from lobby.services import quick_join, rematch, room_seats, rooms, slow_seeks
from lobby.slow_models import SlowSeek
from tests.support.browsers import signed_in
from tests.support.matches import make_match, resigned, state_of
from tests.support.repeated_rows import repeated
from tests.support.types import Response, certain

START = 4_000_000_000_000
GAMES = list(game.games())
SLOW = {"turn_seconds": 259_200, "reserve_hours": 72}
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
        wait(clock, *people[:2])

    repeated(f"two who met at {clock.now}", meet)
    return people[:2]


@pytest.fixture
def for_two_to_four(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default game can be played by so many, and is the only one."""
    mine = game.games()[game.DEFAULT_VARIANT]
    wide = game.Game(mine.key, mine.title, range(2, 5), mine.presets)
    monkeypatch.setattr(game, "games", lambda: {mine.key: wide})


@pytest.fixture
def table(people: list[User], for_two_to_four: None, monkeypatch: pytest.MonkeyPatch) -> tuple[str, list[int]]:
    """A match of three that has ended five seconds after START: its public id, and its players in seat order."""
    row, players = make_match(), people[:3]
    over = game.FinishedMatch(
        match_id=row.pk, public_id=row.public_id, variant=game.DEFAULT_VARIANT, settings={}, preset="", rated=False,
        finished_at=START + 5_000, entrants=tuple(game.Entrant(player.pk, player.display_name) for player in players),
    )  # fmt: skip
    monkeypatch.setattr(game, "finished_match", lambda public_id, user_id: over)
    return row.public_id, [player.pk for player in players]


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


def send_number(player: User, deal: str, number: str) -> dict[str, Any]:
    """What the game's door says to a number of the player's for that deal."""
    sent = {"deal": deal, "number": number}
    return signed_in(player).post(reverse("game:deal"), sent, content_type="application/json").json()


def proven_record(row: Match, at: int) -> dict[str, Any]:
    """The record of the match, which seat 0 resigns then; its page of proof finds the deal fair."""
    over = resigned(row, at=at)
    record = matches.export(over)
    replay, numbers = certain(replays.replay_of(over)), deal_numbers.of_match(over)
    found = check(replay, numbers, players=matches.names_of(over.pk), lobby_order=over.lobby_order)
    assert found.fair and found.seated
    assert verify(record, dictionary.lexicon).difference == ""
    return record


def sit(player: User, row: Match) -> Match:
    """The match, its first seat the player's."""
    row.seats.filter(seat=0).update(user=player)
    return row


def over_between(one: User, other: User, clock: Clock, **settings: Any) -> Match:
    """A match of these that has just ended, at whose end both look."""
    row = resigned(make_match(starts_at=clock.now, users=(one, other), by_lot=False, **settings), at=clock.now)
    for player in (one, other):
        rematch.look(row.public_id, player.pk, clock.now)
    return row


def make_accounts(*players: User) -> None:
    """No guests any more."""
    for player in players:
        player.is_guest = False
        player.save()


@pytest.fixture
def patient_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads share eight connections: on a slow machine the last wait longer than a player would."""
    monkeypatch.setattr(cast(Any, connection).pool, "timeout", 30.0)


def make_preset(key: str, **settings: int) -> None:
    """A preset of that key, unless there is one: tests of races empty every table behind them, what the migrations put
    there included."""
    Preset.objects.get_or_create(key=key, defaults={"title_en": key, "title_sv": key, "settings": settings})


def wait(clock: Clock, *players: User, preset: str = "quick", language: str = "en") -> list[quick_join.Place]:
    """Each presses Play, and the waiting page says its first word; where each stands by it."""
    places = []
    for player in players:
        quick_join.seek(player.pk, quick_join.queue(preset, language), clock.now)
        places.append(certain(quick_join.poll(player.pk, clock.now)))
    return places


def press(player: User, clock: Clock, preset: str = "alfapower-slow", language: str = "en") -> SlowSeek:
    """The player presses Play for a slow match."""
    return slow_seeks.press(player.pk, quick_join.queue(preset, language), clock.now)


def stage(place: quick_join.Place | None) -> str | None:
    return place.stage if place else None


def waiting_pages(clock: Clock, seconds: int, *players: User) -> list[quick_join.Place | None]:
    """The waiting pages go on for so long, a word a second; where each player stands by the last one."""
    places: list[quick_join.Place | None] = []
    for _ in range(seconds):
        clock.later(1)
        places = [quick_join.poll(player.pk, clock.now) for player in players]
    return places


def room_of(
    host: User, *guests: User, seats: int = 0, language: str = "en", variant: str = "alfapower", now: int = START
) -> str:
    """The code of a room in which these are, with so many seats if not the usual number."""
    code = rooms.create(host.pk, language, now, variant)
    if seats:
        room_seats.set_seats(code, host.pk, seats, now)
    for guest in guests:
        rooms.join(code, guest.pk, now)
    return code


def be_ready(code: str, *players: User, now: int = START, version: int = 1) -> None:
    for player in players:
        rooms.set_ready(code, player.pk, version, True, now)


def poll_all(code: str, players: Sequence[User], now: int) -> list[View]:
    """What the room's page shows to each."""
    return [certain(rooms.poll(code, player.pk, now)) for player in players]


def room_pages(code: str, clock: Clock, seconds: int, players: Sequence[User]) -> list[View]:
    """The pages of a room go on for so long, a word a second; what each shows then."""
    for _ in range(seconds):
        views = poll_all(code, players, clock.later(1))
    return views


def until_made(clock: Clock, *players: User) -> list[quick_join.Place]:
    """The pages of two who are paired go on, a word a second, until both have a match."""
    for _ in range(8):
        clock.later(1)
        places = [certain(quick_join.poll(player.pk, clock.now)) for player in players]
        if all(place.match for place in places):
            return places
    raise AssertionError("no match came of it")
