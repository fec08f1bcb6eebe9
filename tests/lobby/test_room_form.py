"""The form of a room's rules is made from the settings' description, whatever that holds, and posts what it shows."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from game import api as game
from game.variants.alfapower.rules.items import ITEMS
from lobby import forms, posted_settings, rules_in_words
from lobby.form_fields import Section
from tests.support.types import certain


def drawn(sections: Sequence[Section], **context: Any) -> str:
    """The host's form as a page has it."""
    room = {"code": "ABCDEFGH", "version": 1, "is_host": True}
    return render_to_string("lobby/room/settings.html", {"sections": sections, "room": room, **context})


def posted_by(html: str) -> QueryDict:
    """What a browser would post of the form: hidden fields, what is checked, what is written."""
    pairs = []
    for tag in re.findall(r"<input[^>]*>", html):
        names = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if names.get("type") in ("radio", "checkbox") and " checked" not in tag:
            continue
        pairs.append((names["name"], names.get("value", "")))
    post = QueryDict(mutable=True)
    for name, value in pairs:
        post.appendlist(name, value)
    return post


RULES = [
    {},
    {"language": "sv", "board_size": 11, "blank_board": True, "turn_seconds": None},
    {"turn_seconds": 5, "items": ["place_tw"], "prices": {"swap": 0, "place_tw": 99}},
    {"turn_seconds": 90, "alfa_trigger": 1, "alfa_per_game": 20, "alfa_on_board": 1, "stalled_ends": False},
    {"turn_seconds": 1_209_600, "reserve_hours": 336},
    {"turn_seconds": 86_400},
    {"alfa_trigger": 7, "alfa_multiplier": 5, "blast_surcharge_below": 200},
]


@pytest.mark.parametrize("rules", RULES)
def test_the_form_posts_what_it_shows(rules: dict[str, Any]) -> None:
    given = posted_settings.read_post(posted_by(drawn(forms.sections(rules))))
    assert given.keys() == {setting.key for setting in game.settings_of()}
    assert game.changed_settings(given) == game.changed_settings(rules)


def test_the_groups_come_in_the_order_of_the_guide() -> None:
    sections = forms.sections({})
    assert [section.key for section in sections] == ["board", "timer", "powers", "economy", "rules", "alfa"]
    keys = [field.key for section in sections for field in section.fields]
    assert keys[:6] == ["board_size", "blank_board", "board", "language", "turn_seconds", "reserve_hours"]
    assert sorted([*keys, "prices"]) == sorted(setting.key for setting in game.settings_of())


def test_the_timer_has_its_names() -> None:  # R1.10
    html = drawn(forms.sections({}))
    seg = certain(re.search(r'aria-labelledby="l-turn_seconds">(.*?)</div>', html, re.S))[1]
    assert re.findall(r">([^<>]+)</label>", seg) == ["Blitz 30", "Standard 60", "Relaxed 90", "No timer", "Custom"]


MOODS = (("calm", "Calm"), ("wild", "Wild"))


def test_a_new_setting_of_every_kind_appears_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    described = game.settings_of()
    fresh = (
        game.Flag(key="echo", default=False, group="rules", label="Echo"),
        game.Number(key="span", default=4, low=1, high=9, group="economy", label="Span", hint="How far."),
        game.Number(key="most", default=None, low=1, high=50, special=(None,), group="weather", label="Most"),
        game.OneOf(key="mood", default="calm", choices=MOODS, group="weather", label="Mood"),
        game.SomeOf(key="winds", default=("north",), members=("north", "south"), group="weather", label="Winds"),
        game.NumberEach(key="tides", default={"low": 1, "high": 2}, low=0, high=9, group="weather", label="Tides"),
    )
    everything = (*described, *fresh)
    monkeypatch.setattr(game, "settings_of", lambda variant="alfapower": everything)
    defaults = {setting.key: setting.default for setting in everything}
    monkeypatch.setattr(game, "full_settings", lambda settings, variant="alfapower": {**defaults, **settings})
    described_as = game.describe({})
    monkeypatch.setattr(game, "describe", lambda settings, variant="alfapower": described_as)

    changed = {"echo": True, "span": 7, "most": 12, "mood": "wild", "winds": ("south",), "tides": {"low": 3, "high": 2}}
    sections = forms.sections(changed)
    html = drawn(sections)
    given = posted_settings.read_post(posted_by(html))

    assert [section.title for section in sections][-1] == "Weather"
    assert all(word in html for word in ("Echo", "Span", "How far.", "Most", "Mood", "Winds", "Tides"))
    assert {key: given[key] for key in changed} == changed | {"winds": ["south"]}
    line = rules_in_words.difference_line(changed)
    for said in ("Echo: on", "Span 7", "Most 12", "Mood Wild", "Winds south", "Tides: low 3"):
        assert said in line


def test_a_new_item_appears_with_its_price(monkeypatch: pytest.MonkeyPatch) -> None:
    members, prices = (*ITEMS, "echo"), {item.key: item.price for item in ITEMS.values()} | {"echo": 6}
    everything = [
        game.SomeOf(key="items", default=("swap",), members=members, group="items", label="Power-ups"),
        game.NumberEach(key="prices", default=prices, low=0, high=99, group="prices", label="Shop prices"),
    ]
    monkeypatch.setattr(game, "settings_of", lambda variant="alfapower": everything)
    monkeypatch.setattr(
        game, "full_settings", lambda settings, variant="alfapower": {"items": ("swap", "echo"), "prices": prices}
    )
    html = drawn(forms.sections({}))
    assert re.search(r'name="items" value="echo" checked', html) and re.search(r'name="prices.echo" value="6"', html)


@pytest.mark.parametrize("kept", ["swap", "place_tw"])
def test_the_last_item_says_that_it_stays(kept: str) -> None:
    html = drawn(forms.sections({"items": [kept]}))
    assert re.findall(r'value="(\w+)" checked aria-disabled="true"', html) == [kept]
    assert "aria-disabled" not in drawn(forms.sections({}))


@pytest.mark.parametrize(
    ("posted", "errors"),
    [
        ("turn_seconds=number&turn_seconds.number=4", {"turn_seconds": "out_of_range"}),
        ("turn_seconds=601", {"turn_seconds": "out_of_range"}),
        ("turn_seconds=number", {"turn_seconds": "wrong_type"}),
        ("turn_seconds.number=", {"turn_seconds": "wrong_type"}),
        ("turn_seconds=345600", {"turn_seconds": "out_of_range"}),
        ("turn_seconds=259201", {"turn_seconds": "out_of_range"}),
        ("turn_seconds=number&turn_seconds.number=86399", {"turn_seconds": "out_of_range"}),
        ("reserve_hours=337", {"reserve_hours": "out_of_range"}),
        ("reserve_hours=-1", {"reserve_hours": "out_of_range"}),
        ("reserve_hours=", {"reserve_hours": "wrong_type"}),
        ("turn_seconds=never", {"turn_seconds": "wrong_type"}),
        ("turn_seconds=1e2", {"turn_seconds": "wrong_type"}),
        ("turn_seconds=NaN", {"turn_seconds": "wrong_type"}),
        ("turn_seconds=%D9%A3%D9%A0", {"turn_seconds": "wrong_type"}),
        ("turn_seconds=" + "9" * 5000, {"turn_seconds": "wrong_type"}),
        ("starting_coins=" + "9" * 30, {"starting_coins": "out_of_range"}),
        ("starting_coins=-1&pass_coins=21", {"starting_coins": "out_of_range", "pass_coins": "out_of_range"}),
        ("starting_coins=none", {"starting_coins": "wrong_type"}),
        ("prices.swap=-3&prices.blast=5", {"prices.swap": "out_of_range"}),
        ("items=", {"items": "empty"}),
        ("items=nuke", {"items": "out_of_range"}),
        ("items=swap&items=swap", {"items": "duplicate"}),
        ("board_size=13", {"board_size": "wrong_type"}),
        ("board_size=15.0", {"board_size": "wrong_type"}),
        ("blank_board=yes", {"blank_board": "wrong_type"}),
        ("alfa_trigger=8", {"alfa_trigger": "out_of_range"}),
        ("alfa_trigger=none", {"alfa_trigger": "wrong_type"}),
        ("seat=1", {"seat": "unknown_setting"}),
        ("rated=1&board_size=11", {"rated": "unknown_setting"}),
        ("prices.nuke=1", {"prices.nuke": "unknown_setting"}),
        ("prices=1", {"prices": "unknown_setting"}),
    ],
)
def test_bad_posts_are_refused_at_their_fields(posted: str, errors: dict[str, str]) -> None:
    with pytest.raises(posted_settings.BadForm) as refusal:
        posted_settings.read_post(QueryDict(posted))
    assert refusal.value.errors == errors
    for name, code in errors.items():
        assert len(posted_settings.said(name, code)) > 10


@pytest.mark.parametrize(
    ("posted", "given"),
    [
        ("", {}),
        ("version=3&csrfmiddlewaretoken=x&wrong=a,b&shown=1", {}),
        ("turn_seconds=none", {"turn_seconds": None}),
        ("turn_seconds=60&turn_seconds.number=4", {"turn_seconds": 60}),
        ("turn_seconds=number&turn_seconds.number= 45 ", {"turn_seconds": 45}),
        ("turn_seconds=259200&turn_seconds.number=60&reserve_hours=72", {"turn_seconds": 259_200, "reserve_hours": 72}),
        ("alfa_trigger=full", {"alfa_trigger": "full"}),
        ("blank_board=0&blank_board=1", {"blank_board": True}),
        ("blank_board=0", {"blank_board": False}),
        ("items=&items=blast&items=swap", {"items": ["blast", "swap"]}),
        ("prices.swap=7", {"prices": {"swap": 7}}),
    ],
)
def test_one_field_by_itself_is_enough(posted: str, given: dict[str, Any]) -> None:
    assert posted_settings.read_post(QueryDict(posted)) == given


def test_differences_are_told_in_one_line() -> None:
    rules = {"board_size": 19, "blank_board": True, "turn_seconds": 45, "items": ["blast", "place_tw"]}
    assert rules_in_words.difference_line(rules) == f"19 × 19 · blank board · 45 s · 2 of {len(ITEMS)} powers"
    assert rules_in_words.difference_line({}) == "The usual rules, nothing changed."
    many = rules | {"prices": {"blast": 7}, "alfa_trigger": 3, "alfa_replace": False, "pass_coins": 0}
    assert rules_in_words.difference_line(many).endswith("Shop prices: Blast 7 · Coins for a pass 0 and 2 more")
