"""The home page is made of places: apps bring them, one list orders them, and no other code names them."""

import re
from collections.abc import Sequence

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import DjangoAssertNumQueries as MostQueries
from pytest_django import Settings

from accounts.models import BeatenBot, User
from common import home_page, one_second_cache
from tests.lobby.conftest import Clock
from tests.lobby.test_first_press import begun
from tests.puzzle.made import of_today
from tests.support.matches import resigned
from tests.support.types import certain

APP = "tests.support.app_with_a_place"


def places(client: Client, **query: str) -> list[str]:
    """The keys of the places as the page shows them."""
    page = client.get("/", query).content.decode()
    return re.findall(r'<section class="place place--(\w+)"', page)


def test_somebody_new_sees_the_first_match_the_puzzle_people_and_games(client: Client, clock: Clock) -> None:
    assert places(client) == ["now", "people", "games", "bots", "join"]  # the puzzle of the day is not made here


def test_who_plays_sees_the_running_matches_first_and_people_above_the_presets(client: Client, ready: None) -> None:
    begun(client)
    assert places(client) == ["continue", "now", "games", "bots", "join"]


def test_who_has_played_sees_what_was_played_last(client: Client, ready: None) -> None:
    resigned(begun(client))
    assert places(client) == ["continue", "now", "games", "bots", "join", "recent"]


@pytest.mark.parametrize("order", [["brought", "now"], ["now", "brought"]])
def test_another_app_brings_a_place_and_a_word_in_the_list_puts_it(
    client: Client, settings: Settings, order: Sequence[str]
) -> None:
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, APP]
    settings.HOME_PLACES = order
    assert places(client, asked="1") == order
    assert places(client) == ["now"], "where its app shows nothing there is no place"


def test_a_place_that_nobody_brings_is_named(settings: Settings) -> None:
    with pytest.raises(ImproperlyConfigured, match="no app brings shelf, friends"):
        home_page.in_order(("now", "shelf", "friends"), ("lobby", "puzzle"))


def test_two_that_bring_the_same_are_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="'brought'"):
        home_page.in_order(("brought",), (APP, APP))


def test_a_regular_has_one_yellow_button(client: Client, ready: None, people: list[User]) -> None:
    begun(client)
    page = client.get("/").content.decode()
    main = page.partition("<main")[2]
    assert len(re.findall(r"btn--play", main)) == 1


def test_a_stranger_has_one_yellow_button(client: Client, clock: Clock) -> None:
    assert client.get("/").content.decode().count("btn--play") == 1


MOST_OF_A_STRANGER, MOST_OF_A_REGULAR = 8, 18
"""Statements of a look at the home page, with all that is read once a second read anew."""


def test_a_look_of_a_stranger_and_of_a_regular_asks_few_statements(
    client: Client, ready: None, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: MostQueries
) -> None:
    monkeypatch.setattr(one_second_cache, "SECONDS", 0.0)
    of_today()
    with django_assert_max_num_queries(MOST_OF_A_STRANGER):
        assert Client().get("/").status_code == 200
    begun(client)
    with django_assert_max_num_queries(MOST_OF_A_REGULAR):
        assert client.get("/").status_code == 200


@pytest.mark.parametrize(("variant", "address"), [("alfapower", "/"), ("flex", "/play/flex/")])
def test_a_bot_that_is_beaten_has_a_tick_for_whoever_beat_it(
    client: Client, ready: None, variant: str, address: str
) -> None:
    player = certain(begun(client).seats.exclude(user=None).get().user)
    BeatenBot.objects.create(user=player, variant=variant, level="calm", beaten_at=1)
    cards = re.findall(r'<button class="botcard.*?</button>', client.get(address).content.decode(), re.DOTALL)
    assert [("beaten" in card) for card in cards] == [True, False, False, False, False]
    assert "beaten" not in Client().get(address).content.decode().partition('class="botline"')[2]
