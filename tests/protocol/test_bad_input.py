"""Whatever is sent to a door or a socket, the answer is one of those in the book, and what is refused changes nothing.

`PROTOCOL_EXAMPLES=20000` sends more than the default run.
"""

import json
import logging
import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from common import rate_limits
from game.kernel.refusals import Code
from game.match import views
from game.models import LogEntry, Match
from game.variants.alfapower.rules.state import Phase
from tests.protocol import grammar
from tests.support.matches import START, give_hand, make_match, state_of, submit, user_at
from tests.support.run_length import grid, tries
from tests.support.types import Response, certain
from tests.support.word_lists import know_every_word

pytestmark = pytest.mark.django_db

EXAMPLES = tries(12, 100, "PROTOCOL_EXAMPLES")
MANY = settings(
    max_examples=EXAMPLES,
    derandomize=EXAMPLES <= 400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
EVERY_PHASE = pytest.mark.parametrize("match", ["play", "alfa", "not on turn", "over"], indirect=True)
CODES = {code.value for code in Code} | {"stale", "laid_elsewhere", "nonce_reused", "bad_message", "too_many"}
TROUBLE = re.compile(r"Traceback|most recent call|Exception|site-packages")


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word list that takes everything, and a still clock."""
    know_every_word(monkeypatch)
    monkeypatch.setattr(views, "now_ms", lambda: START + 1000)


@pytest.fixture
def match(request: pytest.FixtureRequest, words: None) -> Match:
    """A match whose first turn is seat 0's, or in another of the phases for seat 0."""
    row, phase = make_match(board_size=11, alfa_trigger=2, starting_coins=50), getattr(request, "param", "play")
    give_hand(row, 0, "TENSO?R")
    if phase == "alfa":
        submit(row, 0, do="place", tiles=[[5, 4, "T"], [5, 5, "E"], [5, 6, "N"]])
        assert state_of(row).phase is Phase.ALFA
    elif phase == "not on turn":
        submit(row, 0, do="pass")
    elif phase == "over":
        submit(row, 1, do="resign")
    return row


@pytest.fixture
def browser(match: Match) -> Client:
    """Seat 0's browser, with the token that its page gave it."""
    return browser_of(user_at(match, 0), match)


def browser_of(user: User, match: Match) -> Client:
    """A browser that has the match's page open, and so its token; it shows a fault as the server would."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(user)
    page = client.get(f"/match/{match.public_id}/").content.decode()
    client.defaults["HTTP_X_CSRFTOKEN"] = certain(re.search(r'csrf-token" content="([^"]+)"', page))[1]
    return client


def stored(match: Match) -> tuple[Any, ...]:
    """All that is kept of the match but signs of life."""
    row = Match.objects.values("state", "version", "status").get(pk=match.pk)
    return (*row.values(), LogEntry.objects.filter(match=match).count())


def code_of(answer: Response) -> str:
    """The code of an answer ("" when the action was done); the answer is one of those in the book."""
    assert answer.status_code in (200, 400, 409, 413, 429), (answer.status_code, answer.content[:300])
    assert not TROUBLE.search(answer.content.decode())
    body = json.loads(answer.content)
    code = body.get("code", "")
    assert not code or code in CODES
    assert (answer.status_code == 200) >= body.get("ok", False)
    return code


@EVERY_PHASE
@MANY
@given(data=st.data())
def test_every_body_gets_an_answer_of_the_book(
    match: Match, browser: Client, data: st.DataObject, caplog: pytest.LogCaptureFixture
) -> None:
    body = data.draw(grammar.bodies(state_of(match)))
    before = stored(match)
    rate_limits.forget()
    caplog.clear()
    with transaction.atomic():
        answer = browser.post(f"/match/{match.public_id}/act", body, content_type="application/json")
        if code_of(answer) not in ("", "invalid_words"):
            assert answer.json()["message"] and not answer.json()["ok"]
            assert stored(match) == before
        transaction.set_rollback(True)
    assert not any(record.exc_info or record.levelno > logging.WARNING for record in caplog.records)


@EVERY_PHASE
@pytest.mark.parametrize("door", ["readout", "draft"])
@MANY
@given(data=st.data())
def test_every_readout_and_draft_gets_an_answer_of_the_book_and_moves_nothing(
    match: Match, browser: Client, data: st.DataObject, door: str
) -> None:
    state = state_of(match)
    body = data.draw(grammar.readouts(state) if door == "readout" else grammar.drafts(state, match.version))
    before = stored(match)
    rate_limits.forget()
    code_of(browser.post(f"/match/{match.public_id}/{door}", body, content_type="application/json"))
    assert stored(match) == before
    assert browser.get(f"/match/{match.public_id}/").status_code == 200


KINDS = [
    "application/json", "application/json; charset=utf-16", "application/json; charset=no-such", "text/plain", "",
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", "nonsense",
    "text/html; charset=\u00e5",
]  # fmt: skip
FORM = b'--x\r\nContent-Disposition: form-data; name="do"\r\n\r\npass\r\n--x--\r\n'


BODIES = {"empty": b"", "object": b"{}", "form": FORM, "large": b"x" * 70_000}


def test_a_body_of_another_kind_is_no_message(match: Match, browser: Client, caplog: pytest.LogCaptureFixture) -> None:
    before = stored(match)
    for kind, body, door in grid(KINDS, [*BODIES], ["act", "readout", "draft"]):
        answer = browser.generic("POST", f"/match/{match.public_id}/{door}", BODIES[body], content_type=kind)
        assert (answer.status_code, json.loads(answer.content)["code"]) == (400, "bad_message"), (kind, body, door)
    assert stored(match) == before
    assert not any(record.exc_info for record in caplog.records)


def test_only_the_methods_of_a_door_open_it(match: Match, browser: Client) -> None:
    doors = {("GET", ""), ("GET", "panels"), ("POST", "act"), ("POST", "readout"), ("GET", "draft"), ("POST", "draft")}
    heads = {("HEAD", ""), ("HEAD", "panels")}  # a GET without its body
    unseen = {("GET", "record"), ("HEAD", "record")}
    before, wrong = stored(match), list[Any]()
    for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"):
        for door in ("", "act", "readout", "draft", "panels", "record"):
            if (method, door) in doors | heads:
                continue
            at = f"/match/{match.public_id}/{door}"
            answer = browser.generic(method, at, b"{}", content_type="application/json")
            if answer.status_code != (404 if (method, door) in unseen else 405):
                wrong.append((method, door, answer.status_code))
    assert not wrong
    assert stored(match) == before


def test_head_answers_as_get_does_without_the_body(match: Match, browser: Client) -> None:
    address = f"/match/{match.public_id}/"
    head, page = browser.head(address), browser.get(address)
    assert (head.status_code, head.content) == (200, b"") != (200, page.content)
    assert head["Content-Type"] == page["Content-Type"]


def test_without_the_token_nothing_opens(match: Match, browser: Client) -> None:
    browser.defaults.pop("HTTP_X_CSRFTOKEN")
    before = stored(match)
    data = {"do": "pass", "turn": 1, "nonce": "nonce-000"}
    for token in (None, "", "x" * 64, "\xe5" * 64, "x" * 5000):
        headers: dict[str, Any] = {} if token is None else {"HTTP_X_CSRFTOKEN": token}
        answer = browser.post(f"/match/{match.public_id}/act", data, content_type="application/json", **headers)
        assert answer.status_code == 403 and not TROUBLE.search(answer.content.decode()), token
    assert stored(match) == before


ADDRESSES = [
    "%00", "%00" * 12, "%FF%FE", "%ED%A0%80", "..%2f..", "x" * 3000, "%F0%9F%98%80", "' OR 1=1 --", "-1", "%2e",
]  # fmt: skip


def test_an_address_that_is_none_is_not_found(match: Match, browser: Client) -> None:
    for address in ADDRESSES:
        page = browser.get(f"/match/{address}/")
        done = browser.post(f"/match/{address}/act", {"do": "pass"}, content_type="application/json")
        for answer in (page, done):
            assert answer.status_code == 404 and not TROUBLE.search(answer.content.decode()), address


def test_another_turn_is_stale_or_no_turn_at_all(match: Match, browser: Client) -> None:
    before = stored(match)
    for turn in (0, -1, 2, 2**31 - 1, 2**31 + 1, 2**63, 10**30, "1", 1.0, True, None, [1]):
        data = {"do": "pass", "turn": turn, "nonce": "nonce-000"}
        answer = browser.post(f"/match/{match.public_id}/act", data, content_type="application/json")
        known = type(turn) is int and 0 < turn <= 2**31
        assert code_of(answer) == ("stale" if known else "bad_message"), turn
    assert stored(match) == before


def test_a_nonce_is_good_once(match: Match, browser: Client) -> None:
    at = f"/match/{match.public_id}/act"
    data = {"do": "buy", "item": "swap", "nonce": "nonce-000"}
    first = browser.post(at, data, content_type="application/json")
    before = stored(match)
    again = browser.post(at, data, content_type="application/json")
    other = browser.post(at, {**data, "item": "claim"}, content_type="application/json")
    foreign = browser_of(user_at(match, 1), match).post(at, data, content_type="application/json")
    assert (first.status_code, again.content) == (200, first.content)
    assert [code_of(a) for a in (other, foreign)] == ["nonce_reused"] * 2
    assert stored(match) == before


def test_no_line_of_the_log_holds_a_body_or_a_hand(
    match: Match, browser: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        for body in (
            b'{"do":"CANARY"}',
            b'{"CANARY":1,"do":"pass","turn":1,"nonce":"nonce-000"}',
            b"CANARY{",
            b"x" * 70_000,
        ):
            browser.post(f"/match/{match.public_id}/act", body, content_type="application/json")
            browser.post(f"/match/{match.public_id}/readout", body, content_type="application/json")
    ours = [record.getMessage() for record in caplog.records if record.name.split(".")[0] in ("game", "alfapower")]
    assert ours and not any("CANARY" in line or "TENSO" in line or "xxxx" in line for line in ours)
