"""What a word means: WordNet offline, and the online dictionary, played by a local server that is odd in every way."""

import http.server
import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from common import rate_limits
from dictionary import api, definitions, online_definitions, wordnet
from dictionary.models import FetchedDefinition
from game.models import Match
from tests.support.matches import make_match, user_at
from tests.support.timeouts import wait_until
from tests.support.types import certain

SAMPLES = Path(__file__).parent / "definitions"
FOUND, EMPTY = ((SAMPLES / f"sample_{name}.json").read_bytes() for name in ("found", "empty"))
DEV = json.dumps(
    [{"word": "oro", "meanings": [{"partOfSpeech": "noun", "definitions": [{"definition": "worry"}]}],
      "license": {"name": "CC BY-SA 3.0", "url": "https://example.org/by-sa"},
      "sourceUrls": ["https://en.wiktionary.org/wiki/oro"]}]
).encode()  # fmt: skip


class Stub:
    """The service: what it answers to everything, and the paths it was asked for."""

    def __init__(self) -> None:
        self.status, self.body = 200, FOUND
        self.headers, self.asked = dict[str, str](), list[str]()
        self.hang = threading.Event()
        self.hang.set()
        stub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                stub.asked.append(self.path)
                stub.hang.wait(20)
                self.send_response(stub.status)
                for name, value in stub.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(stub.body)

            def log_message(self, *args: str) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/entries"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self.hang.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def stub(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    monkeypatch.setattr(online_definitions, "circuit_breaker", online_definitions._CircuitBreaker())
    stub = Stub()
    settings.DEFINITIONS_ONLINE, settings.DEFINITIONS_URL = True, stub.address
    yield stub
    stub.close()


@pytest.mark.parametrize(
    ("word", "base", "part", "text"),
    [
        ("CAT", "", "n", "feline mammal usually having thick soft fur and no ability to roar: domestic cats; wildcats"),
        ("CATS", "CAT", "n", "feline mammal"),
        ("WENT", "GO", "v", "change location"),
        ("STORMED", "STORM", "v", "behave violently"),
        ("HAPPIEST", "HAPPY", "a", "enjoying or showing"),
        ("CHINA", "", "n", "high quality porcelain"),
    ],
)
def test_english_words_and_their_forms_have_definitions_offline(word: str, base: str, part: str, text: str) -> None:
    found = certain(api.definition(word, "en"))
    assert found.base == base
    assert found.senses[0].part == part and found.senses[0].text.startswith(text)
    assert found.source == "WordNet 3.0" and len(found.senses) <= wordnet.MOST_SENSES


@pytest.mark.parametrize("word", ["PARIS", "QZX", "ÅTA", "IRREGULAR\t", "", "A", "../X", "CAT\0", "\ud800"])
def test_what_wordnet_has_not_is_no_error(word: str) -> None:
    assert wordnet.senses(word) == ()


def test_nothing_is_asked_unless_it_is_switched_on(stub: Stub, settings: Settings) -> None:
    settings.DEFINITIONS_ONLINE = False
    assert api.definition("ORO", "sv", ask=True) is None
    settings.DEFINITIONS_ONLINE = True
    assert api.definition("ORO", "sv") is None, "only when it may wait"
    assert api.definition("QZX", "sv", ask=True) is None, "no word of the list"
    assert certain(api.definition("CAT", "en", ask=True)).source == "WordNet 3.0", "at hand"
    assert stub.asked == []


@pytest.mark.parametrize(("body", "licence"), [(FOUND, "CC BY-SA 4.0"), (DEV, "CC BY-SA 3.0")], ids=["entries", "dev"])
def test_an_answer_is_told_with_its_source_and_kept(stub: Stub, body: bytes, licence: str) -> None:
    stub.body = body
    for _again in range(2):
        found = certain(api.definition("ORO", "sv", ask=True))
        assert [sense.part for sense in found.senses] == ["n"] and found.senses[0].text.startswith("worry")
        assert (found.source, found.licence) == ("en.wiktionary.org", licence)
        assert found.source_url == "https://en.wiktionary.org/wiki/oro"
    assert api.definition("ORO", "sv") == found
    assert stub.asked == ["/entries/sv/oro"]
    with time_machine.travel(timedelta(days=31)):
        stub.status = 500
        assert api.definition("ORO", "sv", ask=True) == found, "an old answer is better than none"
        assert len(stub.asked) == 2


@pytest.mark.parametrize(("status", "body"), [(404, b"no such word"), (200, EMPTY), (200, b"[]")])
def test_no_definition_is_an_answer_and_kept(stub: Stub, status: int, body: bytes) -> None:
    stub.status, stub.body = status, body
    assert [api.definition("ÅTA", "sv", ask=True) for _ in range(3)] == [None] * 3
    assert stub.asked == ["/entries/sv/%C3%A5ta"]
    with time_machine.travel(timedelta(days=8)):
        api.definition("ÅTA", "sv", ask=True)
    assert len(stub.asked) == 2


ODD = [
    {}, {"entries": None}, {"entries": 5}, {"entries": [5]}, {"entries": [{"senses": 5}]}, {"entries": "text"}, 5, None,
    "text", [5], [{"meanings": 3}], [{}], {"entries": [{"senses": [{"definition": {}}]}]},
    {"entries": [{"language": 1}]},
    {"entries": [{"senses": [{"subsenses": [None]}]}]}, {"entries": [], "source": 5},
    {"entries": [], "source": {"license": 3}},
]  # fmt: skip


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: json.dumps(odd)[:40])
def test_an_odd_answer_is_no_definition_and_no_error(stub: Stub, odd: dict[str, Any]) -> None:
    stub.body = json.dumps(odd).encode()
    assert api.definition("ORO", "sv", ask=True) is None
    assert api.definition("ORO", "sv", ask=True) is None
    assert len(stub.asked) == 1


FAILURES = {
    "429": (429, b"slow down"),
    "500": (500, b"{}"),
    "a redirect": (302, b""),
    "HTML": (200, b"<html>log in</html>"),
    "nothing": (200, b""),
    "bytes": (200, b"\xff\xfe\x00"),
    "nested": (200, b"[" * 100_000),
    "huge": (200, b" " * (online_definitions.MOST_BYTES + 100_000)),
}


@pytest.mark.parametrize("name", FAILURES)
def test_after_a_failure_the_service_is_left_alone_longer_each_time(
    stub: Stub, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("dictionary.online_definitions.time.monotonic", lambda: now[0])
    stub.status, stub.body = FAILURES[name]
    stub.headers = {"Location": stub.address} if name == "a redirect" else {}
    first = online_definitions.PAUSE_WHEN_TOLD_SECONDS if name == "429" else online_definitions.FIRST_PAUSE_SECONDS
    for pause in (first, max(first, 2 * online_definitions.FIRST_PAUSE_SECONDS)):
        asked = len(stub.asked)
        assert api.definition("ORO", "sv", ask=True) is None
        now[0] += pause - 1
        assert api.definition("ORO", "sv", ask=True) is None
        assert len(stub.asked) == asked + 1
        now[0] += 2
    stub.status, stub.body, stub.headers = 200, FOUND, {}
    assert api.definition("ORO", "sv", ask=True) is not None
    assert not FetchedDefinition.objects.filter(senses=[]).exists()


def test_a_service_that_says_nothing_is_not_waited_for_long(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(online_definitions, "SILENCE_SECONDS", 0.1)
    stub.hang.clear()
    assert api.definition("ORO", "sv", ask=True) is None
    wait_until(lambda: stub.asked, "the service is asked")  # its thread may hear of it later than we give up
    assert len(stub.asked) == 1
    assert not online_definitions.circuit_breaker.is_closed()


def test_one_that_is_away_is_no_error(stub: Stub, settings: Settings) -> None:
    settings.DEFINITIONS_URL = "http://127.0.0.1:9/none"
    assert api.definition("ORO", "sv", ask=True) is None


def test_few_requests_wait_at_once(stub: Stub) -> None:
    held = [online_definitions._slots.acquire(blocking=False) for _ in range(online_definitions.MOST_AT_ONCE)]
    try:
        assert all(held) and api.definition("ORO", "sv", ask=True) is None
        assert stub.asked == []
    finally:
        for _ in held:
            online_definitions._slots.release()


def test_what_somebody_else_wrote_is_cut_and_escaped(stub: Stub, client: Client) -> None:
    evil = "<script>alert(1)</script> & \u202e" + "x" * 50 + " long" * 200
    stub.body = json.dumps(
        {
            "entries": [
                {"language": {"code": "en"}, "partOfSpeech": "noun", "senses": [{"definition": "another language"}]},
                {"partOfSpeech": '"><img src=x onerror=alert(1)>', "senses": [{"definition": evil}] * 50},
                {"partOfSpeech": "noun", "senses": [{"definition": "", "subsenses": [{"definition": "1 < 2"}]}]},
            ],
            "source": {"url": "javascript:alert(1)", "license": {"name": "<b>", "url": "https://ok.example/ x"}},
        }
    ).encode()
    html = client.get("/words/definition/", {"q": "oro", "lg": "sv"}).content.decode()
    assert "<script" not in html and "<img" not in html and "javascript:" not in html and "<b>" not in html
    assert "\u202e" not in html and "another language" not in html
    assert "1 &lt; 2" in html and "…" in html and len(html) < 4000


def test_the_page_asks_for_a_definition_by_a_request_of_its_own(stub: Stub, client: Client) -> None:
    html = client.get("/words/", {"q": "oro", "lg": "sv"}).content.decode()
    assert 'hx-get="/words/definition/?q=ORO&amp;lg=sv"' in html and "No definition at hand." in html
    assert stub.asked == []
    assert "worry, unease" in client.get("/words/definition/", {"q": "oro", "lg": "sv"}).content.decode()
    html = client.get("/words/", {"q": "oro", "lg": "sv"}).content.decode()
    assert "worry, unease" in html and "/words/definition/" not in html


@pytest.mark.parametrize("typed", ["", "QZX", "O?O", "\0", "oro " * 50, "ß"])
def test_there_are_no_definitions_of_what_is_no_word(stub: Stub, client: Client, typed: str) -> None:
    assert client.get("/words/definition/", {"q": typed, "lg": "sv"}).status_code == 404
    assert stub.asked == []


def test_the_fragment_is_closed_with_the_page_and_asks_seldom(
    stub: Stub, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = make_match(turn_seconds=60)
    Match.objects.filter(pk=row.pk).update(rated=True)
    client.force_login(user_at(row, 0))
    assert client.get("/words/definition/", {"q": "oro", "lg": "sv"}).status_code == 403
    Match.objects.filter(pk=row.pk).update(status=Match.Status.OVER)
    monkeypatch.setattr(rate_limits, "DEFINITIONS", rate_limits.Limit("definitions", user="1 per day"))
    rate_limits.take_for_user(rate_limits.DEFINITIONS, user_at(row, 0).pk, "127.0.0.1")
    html = client.get("/words/definition/", {"q": "oro", "lg": "sv"}).content.decode()
    assert "No definition at hand." in html and stub.asked == []


def test_the_kept_time_of_an_odd_answer_is_the_shortest() -> None:
    assert definitions.KEPT["odd"] < definitions.KEPT["none"] < definitions.KEPT["found"]
