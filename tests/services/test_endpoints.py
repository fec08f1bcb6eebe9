"""The doors over HTTP: strangers find nothing, bad input gets a name, the record waits for the end, what is answered is
as the page reads it, and a seat has few actions worked on at a time."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import pytest
from django.test import Client

from common import rate_limits
from game.dispatch.record_check import verify
from game.live.screens import screen_of
from game.match import concurrent_actions, views
from game.models import LogEntry, Match
from game.presentation import messages
from game.services import play, settle_due
from tests.support.browsers import signed_in
from tests.support.matches import START, UserFactory, make_match, state_of, submit, user_at
from tests.support.still_clock import still_clock
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


Send: TypeAlias = Callable[[int, str], Response]


@pytest.fixture
def send(monkeypatch: pytest.MonkeyPatch) -> Send:
    """Send an action of a seat, in the match's first second; gives the answer."""
    monkeypatch.setattr(views, "now_ms", lambda: START + 1_000)
    row = make_match()
    pages = [signed_in(user_at(row, seat)) for seat in (0, 1)]

    def sent(seat: int, nonce: str) -> Response:
        body = json.dumps({"do": "pass", "turn": 9, "nonce": nonce})
        return pages[seat].post(f"/match/{row.public_id}/act", body, content_type="application/json")

    return sent


def test_an_action_too_many_at_once_is_told_to_come_again(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked nothing of the match; the others go on, and the opponent's are not counted with them."""
    submit, answers = play.submit, list[Response]()

    def meanwhile(match_id: int, seat: int, *rest: Any) -> play.Receipt:
        if seat == 0:
            answers.append(send(0, f"nonce-number-{len(answers)}-meanwhile"))
            answers.append(send(1, f"nonce-number-{len(answers)}-meanwhile"))
        return submit(match_id, seat, *rest)

    monkeypatch.setattr(concurrent_actions, "MOST", 2)
    monkeypatch.setattr(play, "submit", meanwhile)
    first = send(0, "nonce-of-the-first-one")
    assert first.json()["code"] == play.STALE
    refused, others, second, again = answers
    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (503, "trying_again", "1")
    assert [answer.json()["code"] for answer in (second, others, again)] == [play.STALE] * 3
    assert not concurrent_actions._under_way


def test_one_that_fails_is_under_way_no_longer(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: object) -> None:
        raise RuntimeError("a fault")

    with monkeypatch.context() as broken:
        broken.setattr(play, "submit", fails)
        for number in range(concurrent_actions.MOST + 1):
            with pytest.raises(RuntimeError):
                send(0, f"nonce-that-fails-{number}")
    assert send(0, "nonce-that-does-not").status_code == 200
