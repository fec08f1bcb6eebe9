"""Every text of the table, in both languages, at each of the four places where a letter may come in; and of the whole
basic plane, whatever is read as a letter is that letter."""

import json
import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from common import rate_limits
from game.crossword.tiles import read_placed, standard_tiles
from game.match import views
from game.models import Match
from game.variants.alfapower.rules.state import MatchState, Phase
from tests.protocol.letters import LETTERS, TEXTS, laid_of, temptations, tile_of
from tests.support.matches import START, make_match, state_of, store_state, user_at
from tests.support.run_length import tries
from tests.support.word_lists import know_every_word

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["en", "sv"])
def language(request: pytest.FixtureRequest) -> str:
    """The language of the match."""
    return request.param


@pytest.fixture
def match(language: str, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match whose word list takes everything, in its first second."""
    know_every_word(monkeypatch)
    monkeypatch.setattr(views, "now_ms", lambda: START + 1000)
    return make_match(board_size=11, language=language)


@pytest.fixture
def browser(match: Match) -> Client:
    """Seat 0's browser."""
    client = Client()
    client.force_login(user_at(match, 0))
    return client


def some(language: str) -> list[str]:
    """The texts that are tried: all in the long run, else a sixth, another one in each language. Whatever a door reads
    as a letter is looked at below."""
    step = tries(6, 1)
    return TEXTS[("en", "sv").index(language) % step :: step]


def asked(browser: Client, match: Match, state: MatchState, **action: Any) -> str:
    """The code that the action gets on a match in this state ("" when it is done)."""
    store_state(match, state)
    Match.objects.filter(pk=match.pk).update(version=1)
    match.log.filter(seq__gt=1).delete()
    rate_limits.forget()
    body = json.dumps({"turn": 1, "nonce": "nonce-000", **action})
    answer = browser.post(f"/match/{match.public_id}/act", body, content_type="application/json")
    assert answer.status_code in (200, 400, 409)
    return answer.json().get("code", "")


def with_hand(state: MatchState, hand: list[str], **differs: Any) -> MatchState:
    """The match with this hand for seat 0, who holds a Swap."""
    return replace(state.put_player(0, replace(state.players[0], hand=tuple(hand[:7]), slots=("swap",))), **differs)


def test_the_table_is_long_and_its_rule_sane(language: str) -> None:
    assert len(TEXTS) >= 200
    assert {laid_of(letter, language) for letter in LETTERS[language]} == {(n, "") for n in LETTERS[language]}
    assert laid_of("å", "sv") == ("?", "Å") and laid_of("å", "en") == ("", "")
    assert [tile_of(text, "sv") for text in ("A\u030a", "\u212b", "ß", "ss", "a")] == ["Å", "Å", "", None, ""]
    assert standard_tiles(language, 11).counts["?"]


def test_laid_on_the_board(language: str, match: Match, browser: Client) -> None:
    """As a plain tile, or as the letter of a blank, in a placement whose other tile is beyond doubt."""
    wrong = []
    start = state_of(match)
    for text in some(language):
        for hand in (["?", *temptations(text, language)], ["?*", *(f"{t}*" for t in temptations(text, language)), "A"]):
            held = hand[:6] + ["E"]
            state = with_hand(start, held)
            meant = laid_of(text, language)
            expected = {"bad_message"}
            if meant is not None:
                tile, letter = meant
                blank = tile[:1] == "?"
                held_left = [*held]
                held_left.remove("E")
                fits = bool(tile) and tile in held_left and blank == bool(letter)
                expected = {""} if fits else {"not_in_hand", "blank_letter"}
            code = asked(browser, match, state, do="place", tiles=[[5, 5, text], [5, 6, "E"]])
            if code not in expected:
                wrong.append((text.encode("unicode_escape"), held, code, expected))
    assert not wrong


@pytest.mark.parametrize("place", ["swap", pytest.param("choose", marks=pytest.mark.long)])
def test_named_of_the_hand(language: str, match: Match, browser: Client, place: str) -> None:
    """As a tile to be swapped, or to be made an Alfa tile."""
    wrong = []
    start = state_of(match)
    for text in some(language):
        held = ["?", *temptations(text, language)][:7]
        tile = tile_of(text, language)
        if place == "swap":
            code = asked(browser, match, with_hand(start, held), do="use", item="swap", tiles=[text])
            refused = "not_in_hand"
        else:
            state = with_hand(start, held, phase=Phase.ALFA, choice=tuple(held))
            code, refused = asked(browser, match, state, do="choose", tile=text), "bad_target"
        expected = "bad_message" if tile is None else "" if tile in held else refused
        if code != expected:
            wrong.append((text.encode("unicode_escape"), held, code, expected))
    assert not wrong


@pytest.mark.parametrize("language", ["en", "sv"])
def test_no_two_letters_are_taken_for_one(language: str) -> None:
    for code in range(0x10000):
        if 0xD800 <= code < 0xE000:
            continue
        placed = read_placed(0, 0, chr(code), language)
        if placed is None:
            continue
        letter = placed.named or placed.tile
        if letter in LETTERS[language]:
            composed = unicodedata.normalize("NFC", chr(code))
            assert composed in (letter, letter.lower())
