"""The doors over HTTP: strangers find nothing, bad input gets a name, the record waits for the end."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from common import rate_limits
from game.dispatch.record_check import verify
from game.models import LogEntry, Match
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory, make_match, state_of, submit, user_at
from tests.support.types import Response


def post(client: Client, row: Match, door: str, data: object) -> Response:
    """POST JSON to a door of the match."""
    body = data if isinstance(data, (bytes, str)) else json.dumps(data)
    return client.post(f"/match/{row.public_id}/{door}", body, content_type="application/json")


@pytest.mark.parametrize("door", ["", "panels", "record", "act", "readout"])
def test_a_stranger_finds_nothing(match: Match, door: str) -> None:
    for client in (Client(), signed_in(UserFactory.create()), signed_in(user_at(make_match(), 0))):
        if door in ("act", "readout"):
            answer = post(client, match, door, {"do": "pass", "turn": 1, "nonce": "nonce-004"})
        else:
            answer = client.get(f"/match/{match.public_id}/{door}")
        assert answer.status_code == 404
    assert LogEntry.objects.filter(match=match).count() == 1


def test_match_pages_are_not_kept(match: Match) -> None:
    answer = signed_in(user_at(match, 0)).get(f"/match/{match.public_id}/")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("tiles", "code", "score"),
    [
        ([[5, 4, "T"], [5, 5, "E"], [5, 6, "N"]], "", 6),
        ([[5, 4, "T"], [5, 5, "N"], [5, 6, "E"]], "", 6),
        ([[5, 4, "T"], [5, 6, "N"]], "gap", 0),
        ([], "no_tiles", 0),
    ],
    ids=["a word", "no word, and it must not tell", "gap", "none"],
)
def test_the_readout_knows_geometry_and_numbers_and_no_words(
    match: Match, tiles: Sequence[list[int | str]], code: str, score: int
) -> None:
    answer = post(signed_in(user_at(match, 0)), match, "readout", {"tiles": tiles}).json()
    assert (answer["code"], answer["score"]) == (code, score)


def test_the_readout_never_asks_the_word_list(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object) -> None:
        raise AssertionError("the word list was asked")

    monkeypatch.setattr("dictionary.api.lexicon", never)
    tiles = [[5, 4, "T"], [5, 5, "E"]]
    assert post(signed_in(user_at(match, 0)), match, "readout", {"tiles": tiles}).status_code == 200


@pytest.mark.parametrize(
    "body", [{}, {"tiles": 1}, {"tiles": [], "more": 1}, {"tiles": [[0, 0, "AB"]]}, "{", "x" * 5000, b"\xff"]
)
def test_a_bad_readout_is_a_bad_request_and_has_a_name(match: Match, body: dict[str, Any]) -> None:
    answer = post(signed_in(user_at(match, 0)), match, "readout", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")


def test_the_record_waits_for_the_end_and_then_holds() -> None:  # R8.10
    row = make_match(board_size=11, starting_coins=30)
    client = signed_in(user_at(row, 0))
    assert client.get(f"/match/{row.public_id}/record").status_code == 404
    hand = state_of(row).players[0].hand
    submit(row, 1, do="buy", item="claim")
    submit(row, 0, do="buy", item="swap")
    submit(row, 0, do="use", item="swap", tiles=list(hand[:3]))
    submit(row, 0, do="pass")
    submit(row, 1, do="use", item="claim", cell=[5, 6])
    submit(row, 1, do="resign")
    answer = client.get(f"/match/{row.public_id}/record")
    record = answer.json()
    assert "attachment" in answer["Content-Disposition"]
    assert len(record["actions"]) == 6
    assert verify({**record, "lexicon": {"words": []}}).difference == ""


def test_each_player_has_a_bucket_of_their_own(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "ACTIONS", rate_limits.Limit("actions", user="2 per day"))
    for seat in (0, 1):
        client = signed_in(user_at(match, seat))
        answers = [post(client, match, "act", "{}").status_code for _ in range(3)]
        assert answers == [400, 400, 429]
