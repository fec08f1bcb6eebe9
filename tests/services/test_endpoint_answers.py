"""What the doors of a match answer, word for word where the page reads it."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from common import rate_limits
from game.live.screens import screen_of
from game.models import Match
from game.presentation import messages
from game.services import settle_due
from tests.support.browsers import signed_in
from tests.support.matches import START, make_match, submit, user_at
from tests.support.still_clock import still_clock
from tests.support.types import Response

NO_WORD = [[5, 4, "T"], [5, 5, "N"]]


def answer(match: Match, door: str, **data: Any) -> Response:
    """What the door says to seat 0."""
    client = signed_in(user_at(match, 0))
    return client.post(f"/match/{match.public_id}/{door}", json.dumps(data), content_type="application/json")


def test_a_failed_try_is_answered_with_the_words_and_their_readout(match: Match) -> None:
    told = answer(match, "act", do="place", turn=1, nonce="nonce-000", tiles=NO_WORD)
    data = told.json()
    assert (told.status_code, data["ok"], data["code"]) == (200, False, "invalid_words")
    assert data["rejected"] == ["TN"] and data["version"] == 2
    assert "TN" in data["html"] and data["message"] in data["html"]


@pytest.mark.parametrize(("turn", "code"), [(1, "must_cross_center"), (9, "stale")])
def test_a_refusal_of_another_kind_has_a_sentence_and_no_words(match: Match, turn: int, code: str) -> None:
    told = answer(match, "act", do="place", turn=turn, nonce="nonce-000", tiles=[[0, 0, "T"]])
    data = told.json()
    assert (told.status_code, data["ok"], data["code"]) == (200, False, code)
    assert (data["rejected"], data["html"]) == ([], "") and len(data["message"]) > 10


@pytest.mark.parametrize(("door", "limit"), [("act", "ACTIONS"), ("readout", "READOUTS"), ("draft", "DRAFTS")])
def test_who_asks_too_much_is_told_so(match: Match, monkeypatch: pytest.MonkeyPatch, door: str, limit: str) -> None:
    monkeypatch.setattr(rate_limits, limit, rate_limits.Limit(limit, user="1 per 20 seconds"))
    with still_clock():
        answer(match, door)
        told = answer(match, door)
    assert (told.status_code, told.json()["code"]) == (429, "too_many")
    assert 1 <= int(told["Retry-After"]) <= 20 and "try again" in told.json()["message"]


def test_who_asks_for_a_draft_too_often_gets_json_too(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "DRAFTS", rate_limits.Limit("drafts", user="1 per 20 seconds"))
    client = signed_in(user_at(match, 0))
    with still_clock():
        assert [client.get(f"/match/{match.public_id}/draft").status_code for _ in range(2)] == [200, 429]
        assert client.get(f"/match/{match.public_id}/draft").json()["code"] == "too_many"


def test_a_readout_has_a_sentence_only_where_the_tiles_may_not_lie_so(match: Match) -> None:
    legal = answer(match, "readout", tiles=NO_WORD).json()
    assert (legal["code"], legal["words"], legal["score"]) == ("", [["TN", 4]], 4)
    refused = answer(match, "readout", tiles=[[0, 0, "T"]]).json()
    sentence = messages.refusal("must_cross_center")
    assert (refused["code"], refused["message"], legal["message"]) == ("must_cross_center", sentence, "")


def test_the_screen_knows_who_is_there(match: Match) -> None:
    match.seats.filter(seat=1).update(seen_at=START)
    settle_due.enforce(match.pk, START + 20_000)
    match.refresh_from_db()
    assert screen_of(match, 0, START + 20_000).table.present == (True, False)


def test_the_page_of_a_match_that_is_over_is_its_end(match: Match) -> None:
    client = signed_in(user_at(match, 0))
    assert 'id="draft"' in client.get(f"/match/{match.public_id}/").content.decode()
    submit(match, 0, do="resign")
    page = client.get(f"/match/{match.public_id}/")
    assert page.status_code == 200 and 'id="draft"' not in page.content.decode()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_word_played_stands_in_the_turns_of_both_pages(match: Match, client: Client, seat: int) -> None:
    submit(match, 0, do="place", tiles=[[5, 4, "T"], [5, 5, "E"], [5, 6, "N"]])
    submit(make_match(board_size=11), 1, do="resign")  # of another match nothing
    client.force_login(user_at(match, seat))
    html = client.get(f"/match/{match.public_id}/panels").content.decode()
    (turns,) = re.findall(r'id="p-turns".*?(?=<[a-z]+ [^>]*hx-swap-oob|$)', html, re.DOTALL)
    assert "TEN" in turns
    match.refresh_from_db()
    receipts = screen_of(match, seat, START + 2_000).view.receipts
    assert [receipt.score for receipt in receipts] == [6, 0]


def test_while_choosing_the_wrong_phase_is_told_from_there() -> None:
    assert messages.refusal("wrong_phase", {"phase": "alfa"}) == "The Alfa choice comes first."


@pytest.mark.parametrize(
    ("fine", "said"),
    [
        ({}, "QX is not in the word list."),
        ({"points": 1}, "QX is not in the word list. −1 point."),
        ({"points": 2, "coins": 1}, "QX is not in the word list. −2 points, −1 coin."),
    ],
)
def test_a_failed_try_is_told_with_what_it_costs(fine: dict[str, int], said: str) -> None:
    assert messages.refusal("invalid_words", {"rejected": ["QX"], **fine}) == said


@pytest.mark.parametrize(
    ("left", "said"),
    [(None, ""), (4, ""), (3, "3 tries left this turn"), (1, "1 try left this turn"), (0, "")],
)
def test_tries_are_counted_aloud_from_three_on(left: int | None, said: str) -> None:
    assert messages.tries_left(left) == said


def test_a_choice_that_nobody_was_offered_is_refused_in_words_that_fit(match: Match) -> None:
    data = answer(match, "act", do="choose", turn=1, nonce="nonce-000", tile=None).json()
    assert (data["code"], data["message"]) == ("wrong_phase", "There is no Alfa tile to choose right now.")
