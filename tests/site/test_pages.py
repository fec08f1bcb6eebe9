"""What the house itself answers, in how many hops between threads, and the headers that all it answers carries."""

import threading
import time
from typing import Any, cast
from unittest.mock import Mock

import pytest
from asgiref.sync import SyncToAsync
from asgiref.testing import ApplicationCommunicator
from django.db import DatabaseError, connection
from django.test import Client

from alfapower.processes import pulse
from alfapower.web.asgi_handler import OneHopHandler
from tests.support.timeouts import PATIENCE


def test_live_touches_no_database(client: Client) -> None:
    # Without the db mark pytest-django refuses any query.
    response = client.get("/health/live")
    assert response.json() == {"status": "ok"}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_ready_asks_the_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse._pulse, "felt_at", time.monotonic())
    assert client.get("/health/ready").json() == {"status": "ok"}
    monkeypatch.setattr(connection, "cursor", Mock(side_effect=DatabaseError("gone")))
    response = client.get("/health/ready")
    assert (response.status_code, response.json()) == (503, {"status": "no database"})


def test_every_answer_keeps_other_sites_out(client: Client) -> None:
    response = client.get("/health/live")
    policy = dict(part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "object-src": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "default unread",
        "report-uri": "/csp-report",
    }
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]


def test_health_questions_are_only_asked(client: Client) -> None:
    assert client.post("/health/live").status_code == 405


@pytest.mark.parametrize(("path", "status"), [("/health/live", 200), ("/no-such-page", 404)])
async def test_requests_are_answered_in_one_hop_each_by_threads_that_stay(
    monkeypatch: pytest.MonkeyPatch, path: str, status: int
) -> None:
    hops: list[threading.Thread] = []
    handler, real = OneHopHandler(), cast(Any, SyncToAsync).thread_handler

    def note(self: Any, *args: Any) -> Any:
        hops.append(threading.current_thread())
        return real(self, *args)

    monkeypatch.setattr(SyncToAsync, "thread_handler", note)
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [(b"host", b"testserver")]}
    for number in (1, 2):
        asked = ApplicationCommunicator(handler, scope)
        await asked.send_input({"type": "http.request"})
        assert (await asked.receive_output(PATIENCE))["status"] == status
        await asked.receive_output(PATIENCE)
        await asked.wait(PATIENCE)
        assert len(hops) == number and all(thread.is_alive() for thread in hops), hops
