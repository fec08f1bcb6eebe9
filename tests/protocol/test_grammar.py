"""Bad input as a grammar: messages, near messages and no messages at all get a named answer and leave no trace."""

import json

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game import limits, views
from game.models import Match
from game.rules.items import ITEMS
from game.rules.refusals import Code
from tests.support.matches import START, make_match, user_at

pytestmark = pytest.mark.django_db

NAMES = {code.value for code in Code} | {"bad_message", "stale", "nonce_reused", "too_many"}

junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["A", "a", "?", "A*", "", "\0", "\ud800", "ı", "ß", "Å", "A\u030a", "swap", "place_tw", "laser"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)

coordinate = st.integers(-2, 16) | junk
token = st.sampled_from([*"ABCETINSOR?", "a", "e", "A*", "e*", "?*", "é", "Ab"]) | junk
fields = {
    "do": st.sampled_from(["place", "pass", "buy", "use", "choose", "resign", "timeout", "abandon", "start"]) | junk,
    "turn": st.sampled_from([1, 2, 0, -1, 2**63, True, 1.0, "1", None]) | junk,
    "nonce": st.uuids().map(str) | junk,
    "tiles": st.lists(st.tuples(coordinate, coordinate, token), max_size=9) | st.lists(token, max_size=9) | junk,
    "item": st.sampled_from(sorted(ITEMS)) | junk,
    "cell": st.tuples(coordinate, coordinate) | junk,
    "tile": token,
}
messages = st.fixed_dictionaries({}, optional={**fields, "more": junk})
raw = st.binary(max_size=60) | st.sampled_from(
    [b"", b"null", b"[]", b"{}", b"\xef\xbb\xbf{}", b'{"do":"pass","do":"pass"}', b'{"a":NaN}', b"[" * 3000, b"{" * 999]
)


def encoded(message: object) -> bytes:
    """JSON as a careless client writes it: NaN, lone surrogates and all."""
    return json.dumps(message).encode()


@pytest.fixture
def table(monkeypatch):
    """A match, its mover's browser, and a clock that stands still."""
    monkeypatch.setattr(views, "now_ms", lambda: START + 1000)
    monkeypatch.setattr(limits, "allow", lambda *args, **kwargs: True)
    row = make_match(board_size=11, starting_coins=30)
    client = Client(raise_request_exception=False)
    client.force_login(user_at(row, 0))
    return row, client


def send(table, door: str, body: bytes, content_type: str = "application/json"):
    """POST a body to a door; gives status and answer, and whether the stored match is as it was."""
    row, client = table
    before = Match.objects.values("version", "state", "due_at", "status").get(pk=row.pk)
    answer = client.post(f"/match/{row.public_id}/{door}", body, content_type=content_type)
    return answer, Match.objects.values("version", "state", "due_at", "status").get(pk=row.pk) == before


calm = settings(
    max_examples=350, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@given(body=messages.map(encoded) | raw)
@calm
def test_every_body_gets_a_named_answer_and_only_a_good_one_leaves_a_trace(table, body):
    answer, untouched = send(table, "act", body)
    assert answer.status_code in (200, 400)
    data = answer.json()
    assert data["ok"] or data["code"] in NAMES
    assert untouched or data["ok"] or data["code"] == "invalid_words"
    assert "Traceback" not in answer.content.decode()


@given(body=st.fixed_dictionaries({}, optional={"tiles": fields["tiles"], "more": junk}).map(encoded) | raw)
@calm
def test_no_readout_leaves_a_trace(table, body):
    answer, untouched = send(table, "readout", body)
    assert answer.status_code in (200, 400)
    assert answer.json()["code"] in NAMES | {""}
    assert untouched


@pytest.mark.parametrize("size", [4097, 64 * 1024 + 1, 2 * 1024 * 1024])
@pytest.mark.parametrize("door", ["act", "readout"])
def test_a_large_body_is_no_message(table, door, size):
    answer, untouched = send(table, door, b" " * size)
    assert (answer.status_code, answer.json()["code"], untouched) == (400, "bad_message", True)


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x/y"]
)
def test_only_json_is_a_message(table, content_type):
    answer, untouched = send(table, "act", b"do=pass&turn=1&nonce=0123456789", content_type)
    assert (answer.status_code, untouched) == (400, True)


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options", "head"])
@pytest.mark.parametrize("door", ["act", "readout"])
def test_doors_open_by_post_only(table, door, method):
    row, client = table
    assert getattr(client, method)(f"/match/{row.public_id}/{door}").status_code == 405


def test_another_match_is_not_touched_by_a_nonce_of_this_one(table):
    row, client = table
    other = make_match(board_size=11)
    body = encoded({"do": "pass", "turn": 1, "nonce": "the-very-same-nonce"})
    assert send(table, "act", body)[0].json()["ok"]
    assert client.post(f"/match/{other.public_id}/act", body, content_type="application/json").status_code == 404
    assert Match.objects.get(pk=other.pk).version == 1
