"""With Redis news is sent as soon as it is committed, and no act waits for that."""

import logging
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from alfapower.processes import news_nudge
from alfapower.processes.news_nudge import Nudger
from news import api as news
from tests.support.matches import UserFactory
from tests.support.timeouts import PATIENCE, wait_until

NOW = 4_000_000_000_000


@pytest.fixture
def nudges(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the acts of the test started."""
    seen: list[str] = []
    monkeypatch.setattr(news_nudge._nudger, "nudge", lambda: seen.append("nudged"))
    return seen


def tell(kind: str = "turn", **more: Any) -> None:
    news.tell([UserFactory.create().pk], kind, "match:one", path="/", at=NOW, values={"names": ["Bo"]}, **more)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("redis_url", "told", "started"),
    [
        ("redis://away", {}, 1),
        ("redis://away", {"shown_from": NOW + 1}, 0),
        (None, {}, 0),
    ],
    ids=["news that is due", "news that lies ahead", "the ticker of the same process is not a second away"],
)
def test_a_nudge_after_the_commit_where_it_gives_something(
    settings: Settings,
    nudges: list[str],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    redis_url: str | None,
    told: dict[str, Any],
    started: int,
) -> None:
    settings.REDIS_URL = redis_url
    with django_capture_on_commit_callbacks(execute=True):
        tell(**told)
        assert not nudges, "nothing before the commit"
    assert len(nudges) == started


@pytest.mark.django_db
@pytest.mark.parametrize("piece", [{"is_read": True}, {"is_true": False}, {"sent_from": NOW + 1}])
def test_what_a_channel_need_not_look_at_now_nudges_nobody(
    settings: Settings,
    nudges: list[str],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    piece: dict[str, Any],
) -> None:
    settings.REDIS_URL = "redis://away"
    user_id = UserFactory.create().pk
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        news.tell_pieces("match:one", [news.Piece(user_id, "turn", {"names": ["Bo"]}, **piece)], path="/", at=NOW)
    assert not nudges


def test_a_hundred_acts_are_one_run_and_wait_for_none() -> None:
    """While the first run is being queued, as where Redis does not answer, all others are one more."""
    runs: list[int] = []
    begun, answers = threading.Event(), threading.Event()

    def send() -> None:
        runs.append(1)
        begun.set()
        assert answers.wait(PATIENCE)

    nudger = Nudger(send, pause_seconds=0)
    nudger.nudge()
    assert begun.wait(PATIENCE)
    for _ in range(100):
        nudger.nudge()
    assert len(runs) == 1
    answers.set()
    wait_until(lambda: len(runs) == 2 and not nudger._wanted.is_set(), "one more run")


def sent_by(monkeypatch: pytest.MonkeyPatch, send: Callable[..., None]) -> None:
    monkeypatch.setattr("alfapower.processes.news_nudge.current_app.send_task", send)


def test_a_run_is_queued_as_beat_does_for_the_workers_of_news(monkeypatch: pytest.MonkeyPatch) -> None:
    queued: list[tuple[Any, ...]] = []
    sent_by(monkeypatch, lambda *words, **options: queued.append((words, options)))
    news_nudge.queue_run()
    ((words, options),) = queued
    assert words == ("alfapower.run_job", ["news"])
    assert (options["queue"], options["expires"], options["retry"]) == ("news", 1.0, False)


def test_without_redis_it_is_left_to_the_sweep(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_words: object, **_options: object) -> None:
        raise OperationalError("away")

    sent_by(monkeypatch, fail)
    with caplog.at_level(logging.INFO):
        news_nudge.queue_run()
    assert "the sweep does" in caplog.text
