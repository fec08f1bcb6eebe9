"""The hint of a practice match: the place first, then the word; for the person on turn there, and nobody else."""

from types import SimpleNamespace
from unittest.mock import patch

import pytest
from django.test import Client

from bots import hint_views, hint_work
from bots.engine import preparation
from bots.models import Hint
from bots.services import hints, process_heartbeat
from bots.templatetags import bots as tags
from game import api as game
from game.models import Match
from game.services import play
from tests.bots.practice import make_practice, person_of
from tests.bots.states import every_pair
from tests.support.matches import START, make_match, message, state_of, submit, user_at
from tests.support.types import Response, certain

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("graph", "clock")]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    clock = SimpleNamespace(now=START + 1000)
    monkeypatch.setattr(game, "now_ms", lambda: clock.now)
    return clock


@pytest.fixture
def graph(monkeypatch: pytest.MonkeyPatch) -> None:
    every_pair(monkeypatch)


@pytest.fixture
def row(clock: SimpleNamespace) -> Match:
    return make_practice(begins="person", starts_at=START)


@pytest.fixture
def person(client: Client, row: Match) -> Client:
    client.force_login(person_of(row))
    return client


def ask(client: Client, row: Match, **fields: str) -> Response:
    return client.post(f"/match/{row.public_id}/hint", fields)


def test_first_the_place_then_the_word(person: Client, row: Match, clock: SimpleNamespace) -> None:
    process_heartbeat.leave("here 1", clock.now, 11, 11, 0)
    waiting = ask(person, row).content.decode()
    assert "every 500ms" in waiting and "Looking at your tiles" in waiting
    assert hint_work.step(clock.now) == 1
    best = certain(Hint.objects.get().answer)
    place = ask(person, row).content.decode()
    assert "The best word begins at" in place and f"{best['points']} points" in place
    assert f">{best['word']}<" not in place and "every 500ms" not in place
    assert f">{best['word']}<" in ask(person, row, word="1").content.decode()
    held = [*state_of(row).players[0].hand]
    for tile in best["tiles"]:
        held.remove("?" if tile[3] else tile[1])


def test_it_is_for_this_moment_of_the_match(person: Client, row: Match, clock: SimpleNamespace) -> None:
    ask(person, row)
    hint_work.step(clock.now)
    play.submit(row.pk, 0, message(do="pass", turn=1), clock.now)
    assert "for your own turn" in ask(person, row, word="1").content.decode()
    play.submit(row.pk, 1, message(do="pass", turn=2), clock.now)
    assert "every 500ms" in ask(person, row).content.decode(), "asked anew"
    assert Hint.objects.get().answer is None


def test_no_word_to_play_is_said(person: Client, row: Match) -> None:
    ask(person, row)
    hints.answer(Hint.objects.get(), None)
    assert "No word can be played" in ask(person, row).content.decode()


def test_without_bots_the_page_says_so_and_goes_on_asking(person: Client, row: Match) -> None:
    said = ask(person, row).content.decode()
    assert "Bots are resting" in said and "every 500ms" in said


def test_a_question_whose_moment_is_over_is_forgotten(person: Client, row: Match, clock: SimpleNamespace) -> None:
    ask(person, row)
    play.submit(row.pk, 0, message(do="pass", turn=1), clock.now)
    assert hint_work.step(clock.now) == 0 and not Hint.objects.exists()


def test_one_fault_keeps_no_other_from_its_hint(person: Client, row: Match, clock: SimpleNamespace) -> None:
    ask(person, row)
    with patch.object(preparation, "whole_list", side_effect=RuntimeError("a fault")):
        assert hint_work.step(clock.now) == 0
    assert not Hint.objects.exists()


def test_only_in_practice_and_only_for_who_plays_it(client: Client, row: Match) -> None:
    assert ask(client, row).status_code == 404
    among_people = make_match()
    client.force_login(user_at(among_people, 0))
    assert ask(client, among_people).status_code == 404 and ask(client, row).status_code == 404
    page = client.get(f"/match/{among_people.public_id}/").content.decode()
    assert 'data-open="coach"' not in page and 'id="d-coach"' not in page


def test_the_button_stands_on_the_page_of_practice(person: Client, row: Match) -> None:
    page = person.get(f"/match/{row.public_id}/").content.decode()
    assert page.count('data-open="coach"') == 1 and f'hx-post="/match/{row.public_id}/hint"' in page


def test_a_finished_practice_has_no_hint(person: Client, row: Match, clock: SimpleNamespace) -> None:
    submit(row, 0, at=clock.now, do="resign")
    assert ask(person, row).status_code == 404


def test_a_game_without_a_hint_offers_none(person: Client, row: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"/match/{row.public_id}/"
    assert b'data-open="coach"' in person.get(address).content
    monkeypatch.setattr(hint_views, "HINTING", frozenset())
    monkeypatch.setattr(tags, "HINTING", frozenset())
    assert b"coach" not in person.get(address).content
    assert ask(person, row).status_code == 404 and not Hint.objects.exists()
