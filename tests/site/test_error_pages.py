"""A body that cannot be read is a bad request, wherever it is sent: no fault of the site's, and no traceback. A
database that is away for a moment is 503 and tried again, whatever part of a request meets it."""

from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from accounts.middleware import LastSeenMiddleware
from lobby import home_reader

pytestmark = pytest.mark.django_db

TWO_FILES = b"".join(
    b'--b\r\nContent-Disposition: form-data; name="%s"; filename="x"\r\n\r\nx\r\n' % name for name in (b"one", b"two")
)
UNREADABLE = [
    ("multipart/form-data", b"x"),
    ("multipart/form-data; boundary=b", TWO_FILES + b"--b--\r\n"),
    ("multipart/form-data; boundary=\xff", b"x"),
    ("application/x-www-form-urlencoded; charset=utf-16", b"a=b"),
    ("application/x-www-form-urlencoded", b"a=b&" * 300),
]
PATHS = ["/nothing/", "/quick/seek", "/", "/accounts/login/", "/admin/", "/accounts/export/", "/shared/none/"]


@pytest.mark.parametrize(("kind", "body"), UNREADABLE, ids=[kind for kind, _ in UNREADABLE])
def test_a_body_that_cannot_be_read_is_a_bad_request(kind: str, body: bytes, written: Callable[..., Any]) -> None:
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.get("/accounts/login/")  # for the token's cookie: without it nobody looks into the form
    answers = {path: browser.post(path, body, content_type=kind).status_code for path in PATHS}
    assert answers == dict.fromkeys(PATHS, 400)
    assert "ERROR" not in written() and "Traceback" not in written()


def test_the_page_says_so_in_the_reader_s_language() -> None:
    browser = Client(enforce_csrf_checks=True, headers={"accept-language": "sv"})
    browser.get("/accounts/login/")
    page = browser.post("/nothing/", b"x", content_type="multipart/form-data").content.decode()
    assert '<html lang="sv">' in page and "Det gick inte att läsa" in page


@pytest.mark.parametrize("path", ["/", "/guide/", "/ranking/", "/credits/", "/nothing/", "/accounts/login/"])
def test_a_page_made_for_somebody_is_kept_by_nobody(client: Client, path: str) -> None:
    """It carries the player's name, and the token of the form for the language."""
    for _ in range(2):
        kept = client.get(path)["Cache-Control"]
        assert "no-store" in kept and "private" in kept
        client.post("/accounts/name/", {"name": "Wanda"})


@pytest.mark.parametrize("path", ["/join", "/custom/new", "/quick/poll"])
def test_who_opens_the_address_of_a_button_gets_a_page_and_the_way_back(client: Client, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "No page to open" in answer.content.decode() and 'href="/"' in answer.content.decode()
    assert client.get(path, headers={"Accept": "application/json"}).content == b""


@pytest.fixture
def shown() -> Client:
    """A browser that is shown the page of a fault."""
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    "where", [(home_reader, "preset_cards"), (LastSeenMiddleware, "process_response")], ids=["view", "middleware"]
)
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_lost_connection_is_a_page_that_comes_again(
    shown: Client, monkeypatch: pytest.MonkeyPatch, where: tuple[Any, str], error: type[Exception]
) -> None:
    monkeypatch.setattr(*where, Mock(side_effect=error))
    answer = shown.get("/")
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "2", "no-store")
    assert "Something went wrong" not in answer.text


def test_a_script_gets_it_as_json(shown: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LastSeenMiddleware, "process_response", Mock(side_effect=OperationalError))
    answer = shown.post("/match/AAAAAAAAAAAA/act", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (503, "trying_again")


def test_any_other_fault_is_a_fault(shown: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LastSeenMiddleware, "process_response", Mock(side_effect=RuntimeError))
    answer = shown.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
