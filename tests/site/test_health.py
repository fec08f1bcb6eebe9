"""Who may ask how the site is, and what it says."""

import json
import logging
import socket
import threading
import time
from datetime import timedelta
from typing import Any, cast
from unittest.mock import Mock

import pytest
from django.db import DatabaseError
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from alfapower import logs
from alfapower.models import Tick
from alfapower.processes import health, periodic_jobs, pulse
from tests.support.timeouts import PATIENCE
from tests.support.types import Response, certain

ELSEWHERE = "192.0.2.7"


def deep(address: str = "127.0.0.1", **headers: Any) -> Response:
    return Client(REMOTE_ADDR=address, headers=headers).get("/health/deep")


@pytest.fixture
def well(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process whose pulse is fresh, and jobs that have just run."""
    monkeypatch.setattr(pulse._pulse, "felt_at", time.monotonic())
    for job in periodic_jobs.JOBS:
        Tick.objects.create(job=job.name, ran_at=timezone.now())


def test_deep_tells_ages_versions_and_sockets(well: None) -> None:
    answer = deep()
    found = answer.json()
    assert answer.status_code == 200, found
    assert found["status"] == "ok" and found["faults"] == []
    assert found["sockets"] == 0
    assert found["pulse_age_seconds"] < 5
    assert set(found["ticks_seconds_ago"]) == {job.name for job in periodic_jobs.JOBS}
    assert found["database"]["milliseconds"] >= 0
    assert found["versions"]["daphne"]


def test_a_job_that_has_not_run_is_a_fault(well: None) -> None:
    Tick.objects.filter(job="matches").update(ran_at=timezone.now() - timedelta(seconds=11))
    Tick.objects.filter(job="lobby").delete()
    answer = deep()
    assert answer.status_code == 503
    assert answer.json()["faults"] == ["job matches", "job lobby"]


def test_every_job_runs_more_often_than_health_calls_it_late() -> None:
    assert all(2 * job.every_seconds <= health.OLDEST_SECONDS for job in periodic_jobs.JOBS)


def test_which_of_worker_and_beat_is_dead_is_told(
    well: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = "redis://cache.example:6379/0"
    monkeypatch.setattr(health, "_redis", lambda address: "ok")
    assert deep().json()["faults"] == ["process worker", "process beat"]
    for kind in periodic_jobs.PROCESSES:
        periodic_jobs.note_process(kind)
    assert deep().json()["faults"] == []
    Tick.objects.filter(job="process beat").update(ran_at=timezone.now() - timedelta(seconds=21))
    assert deep().json()["faults"] == ["process beat"]
    assert deep().json()["processes_seconds_ago"]["worker"] < 10


def test_an_old_pulse_is_a_fault(well: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse._pulse, "felt_at", time.monotonic() - 11)
    assert deep().json()["faults"] == ["pulse"]


def test_without_a_database_it_still_answers(well: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_database", Mock(side_effect=DatabaseError("gone")))
    answer = deep()
    assert answer.status_code == 503
    assert answer.json()["faults"] == ["database"]


def test_a_redis_whose_name_nobody_looks_up_keeps_no_answer_waiting(
    well: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the client ends that wait: the answer comes while it goes on."""
    found, left = threading.Event(), threading.Event()

    def look_up(*args: int | str | socket.SocketKind, **kwargs: Any) -> None:
        found.wait()
        left.set()
        raise OSError("no such host")

    settings.REDIS_URL = "redis://cache.example:6379/0"
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    answer = deep()
    assert not left.is_set()
    assert answer.json()["redis"] == "away" and "redis" in answer.json()["faults"]
    found.set()
    assert left.wait(PATIENCE)


@pytest.mark.parametrize(
    ("address", "headers", "token", "status"),
    [
        ("127.0.0.1", {}, "", 200),
        ("::1", {}, "", 200),
        (ELSEWHERE, {}, "", 404),
        (ELSEWHERE, {"authorization": "Bearer "}, "", 404),
        (ELSEWHERE, {"authorization": "Bearer wrong"}, "right", 404),
        (ELSEWHERE, {"authorization": "Bearer rïght"}, "right", 404),
        (ELSEWHERE, {"authorization": "Bearer right"}, "right", 200),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, "", 404),  # what a proxy passes on is from elsewhere
    ],
)
def test_only_this_machine_and_the_token_may_ask(
    well: None, settings: Settings, address: str, headers: dict[str, Any], token: str, status: int
) -> None:
    settings.HEALTH_TOKEN = token
    assert deep(address, **headers).status_code == status


@pytest.mark.parametrize("felt", [11.0, None], ids=["with a full disk", "from the start"])
def test_a_process_that_nothing_can_be_written_for_is_not_ready(
    well: None, monkeypatch: pytest.MonkeyPatch, felt: float | None
) -> None:
    """The pulse stamper's stamp is the smallest thing that there is to write: without it no move can be taken."""
    assert Client().get("/health/ready").status_code == 200
    monkeypatch.setattr(pulse._pulse, "felt_at", None if felt is None else time.monotonic() - felt)
    answer = Client().get("/health/ready")
    assert (answer.status_code, answer.json()) == (503, {"status": "no pulse"})


@pytest.mark.parametrize(
    ("host", "status"),
    [("127.0.0.1:8000", 200), ("[::1]:8000", 200), ("localhost", 200), ("play.example", 200), ("rebound.example", 404)],
)
def test_this_machine_asks_by_a_name_of_its_own_or_of_the_site(
    well: None, settings: Settings, host: str, status: int
) -> None:
    """A page of another site whose name leads here is read by nobody's browser."""
    settings.ALLOWED_HOSTS = ["play.example"]
    assert deep(host=host).status_code == status


@pytest.mark.parametrize("https", [False, True])
def test_whoever_watches_asks_in_http_and_by_whatever_name(well: None, settings: Settings, https: bool) -> None:
    """Each process on its own port: a balancer by an address, Prometheus by a container's name, with the token."""
    settings.ALLOWED_HOSTS, settings.HEALTH_TOKEN = ["play.example"], "right"
    settings.SECURE_SSL_REDIRECT, settings.SECURE_REDIRECT_EXEMPT = https, [settings.WATCHED_PATHS]
    settings.SECURE_SSL_HOST = "play.example"
    for path in ("/health/live", "/health/ready", "/health/deep"):
        headers = {"host": "web:8000", "authorization": "Bearer right"}
        assert Client(REMOTE_ADDR=ELSEWHERE, headers=headers).get(path).status_code == 200, path
    for path in ("/", "/health/other", "/health/live/x"):
        refused = 301 if https else 400
        assert Client(headers={"host": "web:8000"}).get(path).status_code == refused, path


def test_a_process_that_is_told_to_stop_is_not_ready(rf: RequestFactory) -> None:
    request = rf.get("/health/ready")
    cast(Any, request).scope = {"draining": True}
    assert health.ready(request).status_code == 503


def test_each_run_of_a_job_leaves_word(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(periodic_jobs, "JOBS", (periodic_jobs.Job("nothing", "builtins.abs", 1.0),))
    assert periodic_jobs.ages() == {"nothing": None}
    for _ in range(2):
        periodic_jobs.run("nothing")
    assert certain(periodic_jobs.ages()["nothing"]) < 5


def test_json_lines_say_who_when_and_what() -> None:
    configured = logs.configuration(as_json=True)["formatters"]["line"]
    formatter = configured.pop("()")(**configured)
    record = logging.LogRecord("game.match.views", logging.WARNING, "", 0, "match %s: late", (7,), None)
    line = json.loads(formatter.format(record))
    assert line["event"] == "match 7: late"
    assert line["level"] == "warning" and line["logger"] == "game.match.views"
    assert line["timestamp"].endswith("Z")
