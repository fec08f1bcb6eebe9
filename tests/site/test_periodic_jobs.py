"""Periodic work: one list, two drivers, and each job runs under both."""

import asyncio
import logging
import re
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError
from django.utils.module_loading import import_string

from alfapower import celery
from alfapower.processes import periodic_jobs, procfile
from alfapower.processes.periodic_jobs import JOBS, Job, Ticker
from tests.support.timeouts import PATIENCE

EVERY = 0.05


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """The moments at which each job's own function was called, by job name; the functions do nothing."""
    seen: dict[str, list[Any]] = {job.name: [] for job in JOBS}
    for job in JOBS:
        assert callable(import_string(job.function))
        monkeypatch.setattr(job.function, seen[job.name].append)
    return seen


async def tick(enough: Callable[..., Any]) -> float:
    """Let a ticker run every job each 50 ms until there were `enough`; gives how often 50 ms went by."""
    begun = time.monotonic()
    task = asyncio.create_task(Ticker(tuple(Job(job.name, job.function, EVERY) for job in JOBS)).run())
    while not enough() and time.monotonic() - begun < PATIENCE:
        await asyncio.sleep(EVERY)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return (time.monotonic() - begun) / EVERY


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.name)
@pytest.mark.django_db(transaction=True)
def test_each_job_really_runs(job: Job) -> None:
    periodic_jobs.run(job.name)


@pytest.mark.django_db(transaction=True)
async def test_the_embedded_ticker_runs_each_job_now_and_then_again(calls: dict[str, list[Any]]) -> None:
    times = await tick(lambda: all(len(moments) >= 3 for moments in calls.values()))
    for moments in calls.values():
        assert 3 <= len(moments) <= times + 1
        assert moments == sorted(moments)
        assert all(isinstance(moment, int) and moment > 1_700_000_000_000 for moment in moments)


@pytest.mark.django_db
@pytest.mark.parametrize("entry", celery.app.conf.beat_schedule.values(), ids=lambda entry: entry["args"][0])
def test_beat_runs_each_job(calls: dict[str, list[Any]], entry: dict[str, Any]) -> None:
    task = celery.app.tasks[entry["task"]]
    task.apply(args=entry["args"], throw=True)
    assert [name for name, moments in calls.items() if moments] == entry["args"]


def test_beat_knows_the_same_jobs_and_lets_no_run_grow_old() -> None:
    schedule = celery.app.conf.beat_schedule
    assert set(schedule) == {job.name for job in JOBS}
    for job in JOBS:
        assert schedule[job.name]["schedule"] == job.every_seconds
        within = {"expires": job.every_seconds, "queue": job.queue, "soft_time_limit": job.most_seconds}
        assert schedule[job.name]["options"] == within


@pytest.mark.django_db
@pytest.mark.parametrize("fault", [OperationalError("silent"), SoftTimeLimitExceeded()], ids=lambda fault: str(fault))
def test_a_run_that_the_database_fails_or_that_is_stopped_at_its_limit_is_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    def failing(_now: int) -> None:
        raise fault

    monkeypatch.setattr(JOBS[0].function, failing)
    with caplog.at_level(logging.WARNING):
        celery.run_job(JOBS[0].name)
    (line,) = [record for record in caplog.records if JOBS[0].name in record.getMessage()]
    assert line.levelno == logging.WARNING and not line.exc_info


@pytest.mark.django_db(transaction=True)
async def test_one_failing_job_stops_neither_itself_nor_the_others(
    calls: dict[str, list[Any]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failing, sound = JOBS[0], JOBS[1]

    def broken(now: int) -> None:
        calls[failing.name].append(now)
        raise RuntimeError("a poisoned row")

    monkeypatch.setattr(failing.function, broken)
    with caplog.at_level(logging.ERROR, "alfapower.processes.periodic_jobs"):
        await tick(lambda: all(len(calls[job.name]) >= 3 for job in (failing, sound)))
    assert len(calls[failing.name]) >= 3
    assert len(calls[sound.name]) >= 3
    tracebacks = [record for record in caplog.records if record.exc_info]
    assert len(tracebacks) == 1  # the rest is one line each


@pytest.mark.django_db(transaction=True)
async def test_a_service_elsewhere_that_does_not_answer_holds_up_no_clock(
    calls: dict[str, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, answered = threading.Event(), threading.Event()

    def wait(now: int) -> None:
        waiting.set()
        answered.wait(PATIENCE)

    (news,) = [job for job in JOBS if job.name == "news"]
    clocks = Job("matches", "game.api.sweep", EVERY)
    monkeypatch.setattr(news.function, wait)
    task = asyncio.create_task(Ticker((replace(news, every_seconds=EVERY), clocks)).run())
    try:
        async with asyncio.timeout(PATIENCE):
            while not waiting.is_set():
                await asyncio.sleep(EVERY)
            before = len(calls["matches"])
            while len(calls["matches"]) < before + 3:
                await asyncio.sleep(EVERY)
    finally:
        answered.set()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


def test_what_waits_for_services_elsewhere_has_a_queue_and_a_worker_of_its_own() -> None:
    (news,) = [entry for entry in celery.app.conf.beat_schedule.values() if entry["args"] == ["news"]]
    assert news["options"]["queue"] == "news" != periodic_jobs.QUEUE
    queues = {kind: set(re.findall(r"--queues (\S+)", line)) for kind, line in procfile.commands().items()}
    assert [kind for kind, found in queues.items() if any("news" in one.split(",") for one in found)] == ["news"]


def test_an_unknown_job_is_refused() -> None:
    with pytest.raises(KeyError):
        periodic_jobs.run("tea")
