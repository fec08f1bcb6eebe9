"""Clocks of days and their reserve in every place where rules are chosen, and refused by name where one plays alone."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game import api as game
from game.models import Match
from lobby import forms, rules_code, rules_in_words
from lobby.models import Preset
from lobby.services import local_matches, practice, rooms
from tests.lobby.conftest import GAMES, SLOW, START, be_ready, poll_all, refusal_of, room_of
from tests.lobby.test_presets import ADD, SPRINT, errors_of, filled_in
from tests.lobby.test_room_form import drawn
from tests.support.types import certain

DAYS = (1, 2, 3, 5, 7, 14)


@pytest.fixture
def room(people: list[User]) -> str:
    """A room of the first two."""
    return room_of(*people[:2])


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("days", DAYS)
def test_a_code_brings_back_days_and_reserve(variant: str, days: int) -> None:
    chosen = {"turn_seconds": 86_400 * days, "reserve_hours": 24 * days}
    code = rules_code.write(chosen, variant)
    assert rules_code.read(code, variant) == chosen
    assert rules_code.write(rules_code.read(code, variant), variant) == code


def test_a_code_of_a_reserve_without_days_is_none_of_ours() -> None:
    """Sound by its checksum, made by hand."""
    body = rules_code._symbols(rules_code._name("reserve_hours"), 3) + rules_code._varying(72)
    with pytest.raises(rules_code.BadRulesCode) as refusal:
        rules_code.read(rules_code.VERSION + rules_code._checksum(body) + body)
    assert refusal.value.code == "other_rules"


@pytest.mark.parametrize(
    ("before", "given", "after"),
    [
        ({}, SLOW, SLOW),
        ({}, {"turn_seconds": 86_400}, {"turn_seconds": 86_400}),
        (SLOW, {"turn_seconds": 604_800}, {"turn_seconds": 604_800, "reserve_hours": 72}),
        (SLOW, {"turn_seconds": 45}, {"turn_seconds": 45}),
        (SLOW, {"turn_seconds": None, "reserve_hours": 72}, {"turn_seconds": None}),
        (SLOW, {"reserve_hours": 0}, {"turn_seconds": 259_200}),
    ],
)
def test_a_host_sets_days_and_a_reserve_that_goes_with_them(
    room: str, people: list[User], before: dict[str, Any], given: dict[str, Any], after: dict[str, Any]
) -> None:
    """R9.25."""
    version = rooms.change(room, people[0].pk, 1, before, START).version
    assert rooms.change(room, people[0].pk, version, given, START).settings == after


@pytest.mark.parametrize(
    ("given", "key", "why"),
    [
        ({"turn_seconds": 345_600}, "turn_seconds", "out_of_range"),
        ({"turn_seconds": 259_200.0}, "turn_seconds", "wrong_type"),
        ({**SLOW, "reserve_hours": 337}, "reserve_hours", "out_of_range"),
        ({"reserve_hours": 1}, "reserve_hours", "only_slow"),
        ({"turn_seconds": None, "reserve_hours": 1}, "reserve_hours", "only_slow"),
        ({"head_start": [10, 0]}, "head_start", "not_offered_here"),
        ({"head_start_coins": [10, 0]}, "head_start_coins", "not_offered_here"),
    ],
)
def test_what_cannot_be_is_refused_by_its_key_and_changes_nothing(
    room: str, people: list[User], given: dict[str, Any], key: str, why: str
) -> None:
    with pytest.raises(game.BadSettings) as refusal:
        rooms.change(room, people[0].pk, 1, given, START)
    assert (refusal.value.key, refusal.value.code) == (key, why)
    assert certain(rooms.look(room, people[0].pk, START)).settings == {}


def test_a_room_makes_a_slow_match_also_of_who_sits_at_a_live_one(room: str, people: list[User]) -> None:
    """Days for a turn bind nobody to the page."""
    other = room_of(people[1], people[0])
    version = rooms.change(room, people[0].pk, 1, SLOW, START).version
    for code, shown in ((other, 1), (room, version)):
        be_ready(code, *people[:2], version=shown)
        poll_all(code, people[:2], START + 3_000)
    live, slow = Match.objects.order_by("pk")
    assert (live.slow, slow.slow) == (False, True) and not slow.rated


def test_a_program_in_a_room_plays_no_slow_match(room: str, people: list[User]) -> None:
    User.objects.filter(pk=people[1].pk).update(is_bot=True)
    with pytest.raises(game.BadSettings) as refusal:
        rooms.change(room, people[0].pk, 1, SLOW, START)
    assert (refusal.value.key, refusal.value.code) == ("turn_seconds", "not_offered_here")
    assert rooms.change(room, people[0].pk, 1, {"turn_seconds": 45}, START).settings == {"turn_seconds": 45}


def test_a_program_that_comes_later_cannot_be_played_for_days(room: str, people: list[User]) -> None:
    version = rooms.change(room, people[0].pk, 1, SLOW, START).version
    User.objects.filter(pk=people[1].pk).update(is_bot=True)
    assert refusal_of(rooms.set_ready, room, people[0].pk, version, True, START) == "not_for_bots"
    assert not certain(rooms.look(room, people[0].pk, START)).host.is_ready


def test_the_form_shows_the_pace_as_one_choice_and_the_reserve_beside_days() -> None:
    html = drawn(forms.sections(SLOW))
    chosen = re.findall(r'name="turn_seconds"\s+value="(\w+)"[^>]*checked', html)
    assert chosen == ["259200"] and html.count("data-days") == len(DAYS)
    assert re.findall(r"data-days[^>]*>\s*([^<]+?)\s*</label>", html)[:3] == ["1 day", "2 days", "3 days"]
    assert re.search(r'name="reserve_hours"\s+value="72"\s+min="0"\s+max="336"', html)


def test_alone_the_form_offers_neither() -> None:
    html = drawn(forms.sections({}, variant="alfapet", people=1))
    assert "data-days" not in html and "reserve_hours" not in html


def test_the_difference_card_says_both() -> None:
    assert rules_in_words.difference_line(SLOW) == "3 days · 72 h reserve"
    timer = {section.key: section.summary for section in forms.sections(SLOW)}["timer"]
    assert timer == "3 days, 72 h reserve"
    assert {section.key: section.summary for section in forms.sections({})}["timer"] == "60 s"


def test_a_reserve_that_was_taken_back_is_told_of() -> None:
    assert rules_in_words.changes_in_words(["reserve_hours"], {"turn_seconds": 86_400}) == "Reserve, hours: 0"


@pytest.mark.parametrize(
    ("given", "key"),
    [(SLOW, "turn_seconds"), ({"reserve_hours": 5}, "reserve_hours"), ({"turn_seconds": 86_400}, "turn_seconds")],
)
def test_whoever_plays_alone_is_refused_by_name(given: dict[str, Any], key: str) -> None:
    with pytest.raises(game.BadSettings) as practised:
        practice.wanted(level="calm", preset="", language="en", clock=True, at_once=False, own=given)
    with pytest.raises(game.BadSettings) as alone:
        local_matches.wanted("alfapet", given)
    for refusal in (practised.value, alone.value):
        assert (refusal.key, refusal.code) == (key, "not_offered_here")


def test_a_slow_preset_is_practised_without_a_clock_or_not_at_all(client: Client, ready: None) -> None:
    Preset.objects.create(key="days", title_en="Days", title_sv="Dygn", settings=SLOW)
    asked = practice.wanted(level="calm", preset="days", language="en", clock=False, at_once=False, own=None)
    assert asked.settings == {"turn_seconds": None}
    posted = {"level": "calm", "preset": "days", "lg": "en", "clock": "1", "pace": "1"}
    refused = client.post(reverse("lobby:practice_start"), posted)
    assert refused.status_code == 422 and "A turn of days needs two people" in refused.content.decode()


def test_what_is_posted_alone_is_refused_at_its_field(client: Client) -> None:
    for posted, name in (({"turn_seconds": "86400"}, "turn_seconds"), ({"reserve_hours": "3"}, "reserve_hours")):
        page = client.post(reverse("lobby:alone_start", args=["alfapet"]), posted)
        assert page.status_code == 422 and "One setting cannot have that value." in page.content.decode(), name


def test_an_admin_makes_a_slow_preset(admin_client: Client) -> None:
    whole = filled_in(admin_client, ADD, **SPRINT, turn_seconds="259200", reserve_hours="72")
    assert admin_client.post(ADD, whole).status_code == 302
    preset = Preset.objects.get(key="sprint")
    assert preset.settings == SLOW and preset.summary.is_slow and preset.summary.turn_days == 3


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"turn_seconds": "60", "reserve_hours": "1"}, "Reserve, hours: Only turns of days have a reserve."),
        ({"turn_seconds": "259200", "reserve_hours": "337"}, "Reserve, hours: Write a whole number from 0 to 336."),
    ],
)
def test_an_admin_is_told_at_the_field(admin_client: Client, wrong: dict[str, str], said: str) -> None:
    refused = admin_client.post(ADD, filled_in(admin_client, ADD, **SPRINT, **wrong))
    assert errors_of(refused) == {"reserve_hours": said} and not Preset.objects.filter(key="sprint").exists()


def test_settings_of_a_preset_that_give_a_head_start_are_refused() -> None:
    with pytest.raises(ValidationError, match="head_start"):
        Preset(key="odd", title_en="Odd", title_sv="Udda", settings={"head_start": [5, 0]}).full_clean()
