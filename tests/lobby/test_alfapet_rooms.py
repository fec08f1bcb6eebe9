"""Alfapet in the lobby: a room for two to four, a theme that all see, the lists of words that hosts are offered for
themes, and a queue for two."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from dictionary import api as dictionary
from game import api as game
from game.models import Match
from game.services import store
from lobby import forms, rules_code, rules_in_words
from lobby.models import Preset, ThemeList
from lobby.services import rematch, room_game, room_seats, rooms
from lobby.theme_admin import ThemeForm
from tests.lobby.conftest import HTMX, START, Clock, be_ready, refusal_of, room_of, room_pages, until_made, wait
from tests.lobby.test_presets import filled_in
from tests.support.browsers import signed_in
from tests.support.matches import submit
from tests.support.types import certain


@pytest.fixture
def few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionary, "current", lambda language: {"HUND", "KATT"})


def alfapet_room(players: Sequence[User], seats: int) -> str:
    """A room for so many; these are in it."""
    return room_of(*players, seats=seats, language="sv", variant="alfapet")


def test_a_room_is_for_two_to_four_though_one_may_play_alone(people: list[User]) -> None:
    code = rooms.create(people[0].pk, "sv", START, "alfapet")
    assert len(certain(rooms.look(code, people[0].pk, START)).seats) == 2
    assert refusal_of(room_seats.set_seats, code, people[0].pk, 1, START) == "bad_seats"
    assert refusal_of(room_seats.close_open, code, people[0].pk, START) == "bad_seats"
    assert len(room_seats.set_seats(code, people[0].pk, 4, START).seats) == 4
    other = rooms.create(people[1].pk, "en", START)
    assert len(room_game.set_game(other, people[1].pk, "alfapet", START).seats) == 2


@pytest.mark.parametrize("seats", [3, 4])
def test_all_who_are_there_play_in_the_order_that_the_deal_says(people: list[User], clock: Clock, seats: int) -> None:
    code = alfapet_room(people[:seats], seats)
    row = ready_and_begun(code, people[:seats], clock)
    assert (row.variant, row.language, row.rated, row.seats.count()) == ("alfapet", "sv", False, seats)
    assert row.lobby_order == [player.display_name for player in people[:seats]]
    assert {seat.user_id for seat in row.seats.all()} == {player.pk for player in people[:seats]}


def ready_and_begun(code: str, players: Sequence[User], clock: Clock) -> Match:
    """The match of a room in which all have pressed ready."""
    be_ready(code, *players, version=certain(rooms.look(code, players[0].pk, START)).version)
    return Match.objects.get(public_id=room_pages(code, clock, 4, players)[0].match)


def test_a_rematch_of_all_who_stay_is_drawn_anew_from_the_seats_before(people: list[User], clock: Clock) -> None:
    row = ready_and_begun(alfapet_room(people, 4), people, clock)
    seated = [seat.user for seat in row.seats.order_by("seat")]
    for seat in (1, 0, 3):
        assert not submit(row, seat, at=clock.now, do="resign").code
    stay = [seated[0], seated[2], seated[3]]
    clock.later(1)
    rematch.propose(row.public_id, certain(stay[0]).pk, clock.now)
    for player in stay[1:]:
        rematch.accept(row.public_id, certain(player).pk, clock.now)
    rematch.decline(row.public_id, certain(seated[1]).pk, clock.now)
    for _ in range(5):
        clock.later(1)
        views = [rematch.look(row.public_id, certain(player).pk, clock.now) for player in seated]
    assert [certain(view).stage for view in views] == ["agreed", "without", "agreed", "agreed"]
    again = Match.objects.get(public_id=certain(views[0]).match)
    assert again.lobby_order == [certain(player).display_name for player in stay] and again.seats.count() == 3
    assert len(store.load(again).start) == 3 and not again.rated


def test_who_presses_ready_too_soon_is_told_what_is_missing(people: list[User], clock: Clock) -> None:
    ready = reverse("lobby:room_ready", args=[alfapet_room(people[:1], 3)])
    answer = signed_in(people[0]).post(ready, {"version": 1, "ready": "1"}, **HTMX)
    assert "You can be ready when all seats are taken." in answer.content.decode()


def test_a_theme_is_typed_checked_and_shown_to_all(people: list[User], clock: Clock, few_words: None) -> None:
    code = alfapet_room(people[:2], 2)
    host, guest = map(signed_in, people[:2])
    settings, room = (reverse(f"lobby:{name}", args=[code]) for name in ("room_settings", "room"))
    answer = host.post(settings, {"version": 1, "theme_words": "hund, katt\n  Älg"}, **HTMX).content.decode()
    assert "is not in" not in answer.partition('id="words-theme_words"')[0]
    marked = answer.partition('id="words-theme_words"')[2].partition("</ul>")[0]
    assert re.findall(r'chip chip--warn">\s*(\w+)', marked) == ["ÄLG"]
    assert certain(rooms.look(code, people[1].pk, START)).settings["theme_words"] == ["HUND", "KATT", "ÄLG"]
    page = guest.get(room).content.decode()
    assert "HUND KATT ÄLG</textarea>" in page and "Theme words: HUND, KATT, ÄLG" in page
    assert "Theme words 3" in page.partition('id="difference"')[2].partition("</p>")[0]


@pytest.mark.parametrize(
    ("typed", "said"),
    [("hund HUND", "A word is there twice."), ("a", "2 to 17 letters"), ("h4nd", "2 to 17 letters"),
     (" ".join(f"hund{'a' * n}{'b' * m}" for n in range(8) for m in range(8)), "at most 50 words")],
)  # fmt: skip
def test_a_theme_that_cannot_be_is_refused_at_its_field(
    people: list[User], clock: Clock, typed: str, said: str
) -> None:
    code = alfapet_room(people[:2], 2)
    settings = reverse("lobby:room_settings", args=[code])
    answer = signed_in(people[0]).post(settings, {"version": 1, "theme_words": typed}, **HTMX)
    field = answer.content.decode().partition('id="err-theme_words"')[2].partition("</p>")[0]
    assert said in field
    assert "theme_words" not in certain(rooms.look(code, people[0].pk, START)).settings


def test_the_form_of_the_room_has_a_theme_section(few_words: None) -> None:
    (section,) = [one for one in forms.sections({"theme_words": ["HUND", "SALT"]}, (), "alfapet") if one.key == "theme"]
    words, bonus = section.fields
    assert (words.widget, bonus.widget) == ("words", "number")
    assert [(word.text, word.is_known) for word in words.words] == [("HUND", True), ("SALT", False)]
    assert words.has_unknown and section.summary == "Theme words 2, Points for a theme word 20"


def test_a_rules_code_says_all_but_the_words() -> None:
    given = {"rack": 8, "specials": False, "theme_words": ["HUND"]}
    assert rules_code.read(rules_code.write(given, "alfapet"), "alfapet") == {"rack": 8, "specials": False}
    names = rules_code.leaf_names("alfapet")
    assert len(names) == len(set(names)) > 7


def test_words_are_said_one_by_one_where_they_have_changed() -> None:
    said = rules_in_words.changes_in_words(["theme_words"], {"theme_words": ["HUND", "KATT"]}, "alfapet")
    assert said == "Theme words: HUND, KATT"
    assert rules_in_words.changes_in_words(["theme_words"], {}, "alfapet") == "Theme words: none"


def test_an_admin_gives_a_preset_a_theme(admin_client: Client) -> None:
    preset = Preset.objects.get(key="alfapet")
    address = reverse("admin:lobby_preset_change", args=[preset.pk])
    posted = filled_in(admin_client, address, turn_seconds="none", theme_words="hund katt")
    assert admin_client.post(address, posted).status_code == 302
    preset.refresh_from_db()
    assert preset.settings == {"turn_seconds": None, "theme_words": ["HUND", "KATT"]}


def test_quick_join_is_for_two(made: list[Any], people: list[User], clock: Clock) -> None:
    wait(clock, *people[:2], preset="alfapet", language="sv")
    until_made(clock, *people[:2])
    (call,) = made
    assert (call["variant"], call["preset"], call["settings"]["language"]) == ("alfapet", "alfapet", "sv")
    assert len(call["entrants"]) == 2 and game.games()["alfapet"].seats == (1, 2, 3, 4)


def form_with(words: str, language: str = "sv", name: str = "Väder") -> ThemeForm:
    return ThemeForm({"language": language, "name": name, "words": words, "active": True})


def test_words_are_kept_as_a_match_keeps_them() -> None:
    form = form_with("vind, regn\nso\u0308l")
    assert form.is_valid(), form.errors
    assert (form.save().words, ThemeList.objects.get(name="Väder").count) == ("VIND REGN SÖL", 3)


@pytest.mark.parametrize(
    ("words", "language", "code"),
    [
        ("", "sv", "required"),
        (" , ", "sv", "empty"),
        ("...", "sv", "empty"),
        ("SJÖ", "en", "out_of_range"),
        ("A", "sv", "out_of_range"),
        ("A" * 18, "sv", "out_of_range"),
        (" ".join(f"A{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(51)), "en", "out_of_range"),
        ("vind VIND", "sv", "duplicate"),
        ("vind", "de", "invalid_choice"),
        ("A" * 2001, "sv", "max_length"),
    ],
)
def test_words_that_no_match_would_take_are_refused_at_their_field(words: str, language: str, code: str) -> None:
    form = form_with(words, language)
    assert not form.is_valid()
    assert [error.code for errors in form.errors.as_data().values() for error in errors] == [code]


def test_a_name_is_there_once_in_a_language() -> None:
    assert not form_with("VIND", name="Natur").is_valid()
    assert form_with("WIND", "en", name="Natur").is_valid()


def test_every_list_that_comes_with_the_site_can_be_played() -> None:
    for theme in ThemeList.objects.all():
        lexicon = dictionary.current(theme.language)
        assert [word for word in theme.words.split() if word not in lexicon] == [], theme.name
        assert form_with(theme.words, theme.language, "Another").is_valid()


def test_the_form_offers_what_is_switched_on() -> None:
    ThemeList.objects.filter(name="Djur").update(active=False)
    page = Client(headers={"Accept-Language": "sv"}).get(reverse("lobby:alone", args=["alfapet"])).content.decode()
    assert "VIND REGN SOL" in page and "RÄV VARG" not in page


def test_a_game_without_a_theme_asks_for_no_lists(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        forms.sections({}, (), "classic")
