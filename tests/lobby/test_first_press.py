"""The yellow button of somebody new: one press makes the guest and the match, in every tab the same."""

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from bots import first_deal
from bots.services import process_heartbeat
from common import rate_limits
from game.models import BotDue, Match
from lobby.models import Preset
from lobby.services import first_match
from tests.lobby.conftest import Clock
from tests.support.matches import state_of
from tests.support.types import Response

FIRST = "/play/first"


def press(client: Client, language: str = "en") -> Response:
    return client.post(FIRST, headers={"accept-language": language})


def begun(client: Client, language: str = "en") -> Match:
    """The match that a press has led to."""
    where = press(client, language)["Location"]
    return Match.objects.get(public_id=urlsplit(where).path.split("/")[2])


@pytest.mark.parametrize("language", ["en", "sv"])
def test_one_press_leads_into_the_match_in_the_language_of_the_page(client: Client, ready: None, language: str) -> None:
    page = client.get("/", headers={"accept-language": language}).content.decode()
    assert re.search(r'<form method="post" action="/play/first"><input type="hidden" name="csrf', page)
    row = begun(client, language)
    assert (row.language, row.practice, row.chosen_deal, row.rated) == (language, True, True, False)
    assert state_of(row).rules.values["alfa_trigger"] == 4, "it teaches what an Alfa tile is"
    assert row.seats.get(bot="").seat == 0 and row.seats.get(seat=1).bot == "calm"
    assert User.objects.get().is_guest
    assert client.get(f"/match/{row.public_id}/").status_code == 200


@pytest.mark.parametrize("away", [True, False])
def test_it_begins_at_once_though_no_bot_is_ready(client: Client, clock: Clock, away: bool) -> None:
    if not away:
        process_heartbeat.leave("here 1", clock.now, 1, 11, 0)
    row = begun(client)
    assert "data-teach" in client.get(f"/match/{row.public_id}/").content.decode()
    assert not BotDue.objects.exists(), "the player begins"


def test_pressed_again_it_leads_to_the_same_match(client: Client, ready: None) -> None:
    first = begun(client)
    assert begun(client) == first and Match.objects.count() == 1
    assert client.get(FIRST)["Location"] == f"/match/{first.public_id}/"


def test_two_tabs_of_an_unknown_browser_make_one_guest_and_one_match(ready: None) -> None:
    one, other = Client(), Client()
    one.get("/")
    one.cookies["csrftoken"] = other.cookies["csrftoken"] = "a" * 32
    assert press(one).status_code == 302
    assert press(other)["Location"] == FIRST
    waiting = other.get(FIRST)
    assert waiting.status_code == 200 and 'http-equiv="refresh"' in waiting.content.decode()
    other.cookies["sessionid"] = one.cookies["sessionid"].value  # one browser has one jar
    assert other.get(FIRST)["Location"].startswith("/match/")
    assert (User.objects.count(), Match.objects.count()) == (1, 1)


def test_a_press_that_came_to_nothing_holds_no_second_one_up(client: Client, clock: Clock) -> None:
    Preset.objects.update(active=False)
    client.cookies["csrftoken"] = "b" * 32
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rate_limits, "take", _too_many)
        assert press(client).status_code in (200, 429)
    assert not first_match.is_claimed("b" * 32)
    assert client.get(FIRST)["Location"] == "/"


def _too_many(limit: rate_limits.Limit, request: object) -> None:
    raise rate_limits.TooMany(limit, 3)


def test_a_guest_whose_session_has_lapsed_is_somebody_new(client: Client, ready: None) -> None:
    first = begun(client)
    client.cookies.pop("sessionid")
    client.cookies["csrftoken"] = "c" * 32
    assert begun(client) != first and User.objects.count() == 2


def test_without_cookies_it_is_said_why_nothing_happens(ready: None) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.get("/")
    strict.cookies.clear()
    answer = strict.post(FIRST)
    assert answer.status_code == 403 and "your browser blocks cookies" in answer.content.decode()
    assert not Match.objects.exists()


def test_where_no_deal_is_found_or_no_hints_are_wanted_practice_is_offered(
    client: Client, ready: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_deal, "MOST_TRIES", 0)
    assert press(client)["Location"] == "/practice/"


def test_who_has_practised_is_led_to_practice(client: Client, ready: None) -> None:
    row = begun(client)
    Match.objects.filter(pk=row.pk).update(status="over")
    assert press(client)["Location"] == "/practice/"


def test_without_a_preset_it_says_so(client: Client, ready: None) -> None:
    Preset.objects.update(active=False)
    assert press(client)["Location"] == "/"
    assert "There is nothing to play right now." in client.get("/").content.decode()


def test_it_needs_a_post_to_begin(client: Client, ready: None, settings: Settings) -> None:
    assert client.get(FIRST)["Location"] == "/"
    assert not Match.objects.exists() and "sessionid" not in client.cookies
