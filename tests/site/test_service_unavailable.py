"""A database that is away for a moment is 503 and tried again, whatever part of a request meets it."""

from typing import Any
from unittest.mock import Mock

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from accounts.middleware import LastSeenMiddleware
from lobby import views

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    "where", [(views, "preset_cards"), (LastSeenMiddleware, "process_response")], ids=["view", "middleware"]
)
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_lost_connection_is_a_page_that_comes_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, where: tuple[Any, str], error: type[Exception]
) -> None:
    monkeypatch.setattr(*where, Mock(side_effect=error))
    answer = client.get("/")
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "2", "no-store")
    assert "Something went wrong" not in answer.text


def test_a_script_gets_it_as_json(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LastSeenMiddleware, "process_response", Mock(side_effect=OperationalError))
    answer = client.post("/match/AAAAAAAAAAAA/act", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (503, "trying_again")


def test_any_other_fault_is_a_fault(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LastSeenMiddleware, "process_response", Mock(side_effect=RuntimeError))
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
