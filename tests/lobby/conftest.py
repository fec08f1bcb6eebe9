"""What the lobby tests share: a clock that stands still, people, and a game that only notes which matches it was
asked for. One test at the end of test_waiting_page.py uses the real game."""

import pytest

from accounts.services.guests import create_guest
from game import api as game
from lobby.services import quick_join

START = 1_800_000_000_000


class Clock:
    def __init__(self):
        self.now = START

    def later(self, seconds):
        """Move on and return the new moment in ms."""
        self.now += round(seconds * 1000)
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(game, "now_ms", lambda: clock.now)
    return clock


@pytest.fixture(autouse=True)
def numbers(monkeypatch):
    """Every deal has its players' numbers at once; test_deals.py is about those that have not."""
    monkeypatch.setattr(game, "deal_readiness", lambda deal, now_ms: "complete")


@pytest.fixture
def made(monkeypatch):
    """The matches the lobby asked the game for: the keyword arguments of each call, in order, without the deal."""
    calls = []

    def create_match(*, deal, **wanted):
        assert len(deal) == 64
        calls.append(wanted)
        return f"match{len(calls)}"

    monkeypatch.setattr(game, "create_match", create_match)
    return calls


@pytest.fixture
def people(db):
    """Four players, in the order their rows were made."""
    names = ("Astrid", "Björn", "Clara", "David")
    players = [create_guest() for _ in names]
    for player, name in zip(players, names, strict=True):
        player.display_name = name
        player.save()
    return players


@pytest.fixture
def until_made(clock):
    """`until_made(one, two)`: the pages of two who are paired go on, a word a second, until both have a match."""

    def go_on(*players):
        for _ in range(8):
            clock.later(1)
            places = [quick_join.poll(player.pk, clock.now) for player in players]
            if all(place.match for place in places):
                return places
        raise AssertionError("no match came of it")

    return go_on
