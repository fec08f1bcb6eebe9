"""A seat has few actions worked on at a time: each holds a connection while it waits for the one before."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from game.match import concurrent_actions, views
from game.services import play
from tests.support.browsers import signed_in
from tests.support.matches import START, make_match, user_at
from tests.support.types import Response

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
