"""Wherever a page tells of a game, it is that game: its name, its rules, its figures (siblings D3–D8, S1–S9)."""

import random
import re
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.services import facts
from game import api as game
from game.dispatch.seat_views import view_of
from game.models import Match
from game.presentation.turn_lines import by_clock
from game.templatetags.match import game_title, preset_title
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.ledger import Receipt
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.settings import UPGRADES
from game.variants.keebble.screens.turnlines import done
from tests.support.browsers import signed_in
from tests.support.classic_matches import classic_match, to_an_empty_hand
from tests.support.keebble_matches import keebble_match
from tests.support.matches import START, state_of, user_at
from tests.support.word_lists import know_every_word
from ui.jinja_environment import drawn


class Own(NamedTuple):
    saved: int


class Presentation(NamedTuple):
    own: Own
    name: str = "Ann"
    score: int = 7
    streak: None = None
    present: bool = True
    left: bool = False


def page_of(row: Match, seat: int = 0) -> str:
    return signed_in(user_at(row, seat)).get(reverse("game:match", args=[row.public_id])).content.decode()


def test_the_statistics_open_on_the_game_that_was_played_last(monkeypatch: pytest.MonkeyPatch) -> None:  # D3
    know_every_word(monkeypatch)
    row = classic_match(3)
    to_an_empty_hand(row, random.Random(3))
    facts.sweep()
    me = user_at(row, 0)
    browser, address = signed_in(me), reverse("accounts:player", args=[me.public_id])
    page = browser.get(address).content.decode()
    assert re.search(r'<option\s+value="classic"\s+selected', page) and "No matches found" not in page
    other = browser.get(address, {"game": "alfapower"}).content.decode()
    assert "None of AlfaPower by these filters." in other
    in_swedish = browser.get(address, {"language": "sv", "game": "classic"}).content.decode()
    assert "None of Classic by these filters." in in_swedish


@pytest.mark.parametrize(("seconds", "told"), [(None, 0), (60, 12_000)])
def test_time_is_given_back_only_where_a_clock_runs(seconds: int | None, told: int) -> None:  # D4
    row = keebble_match(3, 2, turn_seconds=seconds)
    view = view_of(state_of(row), 0, (), START)
    assert by_clock(Receipt(1, 0, credited=12_000), view).credited == told


@pytest.mark.parametrize(("count", "said"), [(1, "letter saved"), (2, "letters saved")])
def test_saved_letters_are_counted_in_words(count: int, said: str) -> None:  # D8
    card = Presentation(Own(count))
    text = drawn("game/keebble/parts/card.jinja", {"card": card})
    assert said in [" ".join(heard.split()) for heard in re.findall(r'<span class="sr">([^<]+)</span>', text)]


def test_an_option_that_wrote_nothing_says_so() -> None:  # S8
    assert done(Receipt(1, 0, option=Option(kinds.BACKPACK))) == "Opened an empty backpack"
    assert done(Receipt(1, 0, option=Option(kinds.LETTERS, letters=("A",)))) == "Wrote nothing"


@pytest.mark.parametrize(
    ("key", "english", "swedish"),
    [
        ("quick", "Quick", "Snabb"),
        ("keebble-upgrades", "Keebble, all upgrades", "Keebble, alla utökningar"),
        ("classic", "Classic", "Klassiskt"),
        ("night-owls", "Night-Owls", "Night-Owls"),
    ],
)
def test_a_preset_is_called_as_on_its_card(key: str, english: str, swedish: str) -> None:  # S4
    for language, title in (("en", english), ("sv", swedish)):
        with translation.override(language):
            assert preset_title(key) == title


def test_the_head_of_a_match_by_rules_of_ones_own_names_the_game() -> None:  # S3
    head = re.search(r'<p class="small strong only-m topbar__match">(.*?)</p>', page_of(keebble_match(3, 2)), re.S)
    assert head and " ".join(re.sub("<[^>]+>", " ", head[1]).split()) == "Keebble · English"
    assert game_title("gone") == "gone"


def test_practise_of_a_preset_begins_with_that_preset(client: Client) -> None:  # S1
    page = client.get("/play/keebble/").content.decode()
    links = re.findall(r'href="(/practice/\?game=keebble&[^"]*)"', page)
    plain = "/practice/?game=keebble&preset=keebble"
    assert sorted(link.replace("&amp;", "&") for link in links) == [plain, f"{plain}-upgrades"]


@pytest.mark.parametrize("way", ["one-device", "paper"])
def test_the_other_ways_to_play_a_preset_begin_with_it_too(client: Client, way: str) -> None:  # S1
    """ "All upgrades" led to a page on which none was chosen."""
    links = set(re.findall(rf'href="(/{way}/keebble/[^"]*)"', client.get("/play/keebble/").content.decode()))
    assert sorted(links) == [f"/{way}/keebble/?preset=keebble{more}" for more in ("", "-upgrades")]
    plain, upgraded = (
        len(re.findall(r'name="upgrades"[^>]*\bchecked', client.get(link).content.decode())) for link in sorted(links)
    )
    assert plain == 0 and upgraded == len(UPGRADES)
    for nonsense in ("keebble%00", "quick", "", "<b>"):
        page = client.get(f"/{way}/keebble/?preset={nonsense}")
        assert page.status_code == 200 and not re.search(r'name="upgrades"[^>]*\bchecked', page.content.decode())


@pytest.mark.parametrize("variant", list(game.games()))
def test_a_room_marks_what_is_chosen_and_compares_with_the_games_own_rules(client: Client, variant: str) -> None:
    """D5, D6, and the eleventh of the players' review."""
    room = client.post(reverse("lobby:new_room"))["Location"]
    client.post(room + "game", {"game": variant})
    page = " ".join(client.get(room).content.decode().split())
    assert "Compared with this game’s usual rules" in page and "Standard rules" not in page
    chosen = re.findall(r'<div class="seg seg--wrap"> ?(.*?)</div>', page)
    assert len(chosen) == 1 and re.search(rf'value="{variant}" aria-current="true"', chosen[0])
    seats = re.search(r'<span class="small muted">Seats</span> ?<div class="seg">(.*?)</div>', page)
    assert (seats is not None) is (len(game.games()[variant].seats) > 2)
