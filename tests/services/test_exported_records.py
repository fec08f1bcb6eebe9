"""What the record of a match that can be downloaded holds: when, what was drawn, the order of the lobby, names."""

import pytest
from django.test import Client

from game.models import Match
from game.rules.record import verify
from game.services import matches
from tests.races.positions import openings
from tests.support.matches import START, make_match, state_of, submit, user_at

pytestmark = pytest.mark.django_db


def test_a_record_holds_when_what_was_done_and_what_was_drawn():
    row = make_match(board_size=11, starting_coins=30)
    hand = state_of(row).players[0].hand
    submit(row, 0, at=START - 500, do="buy", item="swap")
    submit(row, 0, at=START + 2_500, do="use", item="swap", tiles=list(hand[:2]))
    submit(row, 0, at=START + 4_000, do="resign")
    record = matches.export(Match.objects.get(pk=row.pk))
    assert [action["at"] for action in record["actions"]] == [0, 2.5, 4]
    assert ["drawn" in action for action in record["actions"]] == [False, True, False]
    assert len(record["actions"][1]["drawn"]) == 2
    assert verify({**record, "lexicon": {"words": []}}).difference == ""


def test_a_record_holds_the_tiles_drawn_after_a_word():
    row = make_match(board_size=11)
    word = openings(row)[0]
    submit(row, 0, do="place", tiles=word)
    submit(row, 1, do="resign")
    record = matches.export(Match.objects.get(pk=row.pk))
    assert len(record["actions"][0]["drawn"]) == len(word)
    spelled = "".join(letter for _, _, letter in word)
    assert verify({**record, "lexicon": {"words": [spelled]}}).difference == ""


def test_the_order_of_the_lobby_is_kept_where_seats_were_drawn_by_lot():
    row = make_match()
    submit(row, 0, do="resign")
    record = matches.export(Match.objects.get(pk=row.pk))
    assert record["lobby_order"] == ["Astrid", "Björn"]
    assert sorted(record["players"]) == ["Astrid", "Björn"]


def test_a_record_to_download_spells_names_as_they_are():
    row, client = make_match(), Client()
    client.force_login(user_at(row, 0))
    submit(row, 0, do="resign")
    text = client.get(f"/match/{row.public_id}/record").content.decode()
    assert "Björn" in text and text.startswith('{\n "format": ')
