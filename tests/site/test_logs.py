"""What a refusal of bad input leaves in the log: a line for the operator, no traceback."""

import logging
import sys
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from pytest_django import Settings

from common import redis_fallback

pytestmark = pytest.mark.django_db


def test_a_form_that_is_too_large(written: Callable[..., Any]) -> None:
    answer = Client().post("/quick/seek", {"preset": "x" * 70_000})
    assert answer.status_code == 400
    assert "WARNING django.security.RequestDataTooBig: Request body exceeded" in written()
    assert "Traceback" not in written() and "xxx" not in written()


def test_a_host_that_is_not_ours(written: Callable[..., Any], settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["play.example"]
    answer = Client().get("/", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "WARNING django.security.DisallowedHost: Invalid HTTP_HOST" in written()
    assert "Traceback" not in written()


def tell_of(error: Exception, created: int) -> None:
    """What channels_redis writes of an error in its receiving task, at a moment in seconds."""
    logger = logging.getLogger("channels_redis.pubsub")
    try:
        raise error
    except type(error):
        told = (logger.name, logging.ERROR, "pubsub.py", 1, "Unexpected exception in receive task", (), sys.exc_info())
    record = logger.makeRecord(*told)
    record.created = created
    logging.getLogger("django").handle(record)


def test_of_an_outage_of_redis_there_is_one_line(written: Callable[..., Any]) -> None:
    for second in range(60):
        tell_of(ConnectionError("refused"), 1_000_000 + second)
    assert written().count("\n") == 1 and "Traceback" not in written()
    assert "WARNING channels_redis.pubsub: Redis is away (ConnectionError)" in written()
    tell_of(ConnectionError("refused"), 1_000_100)
    assert written().count("\n") == 2


def test_another_fault_of_its_library_keeps_its_traceback(written: Callable[..., Any]) -> None:
    tell_of(ValueError("of its own"), 1_000_000)
    assert "ERROR channels_redis.pubsub: Unexpected exception" in written() and "ValueError: of its own" in written()


def test_a_process_says_once_that_it_counts_by_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    redis_fallback.forget()
    away = Mock(side_effect=OSError("refused"))
    for _second in range(30):
        assert redis_fallback.asked(away, lambda: "own") == "own"
        clock[0] += 1
    assert len(caplog.records) == 1
    clock[0] += redis_fallback.PAUSE_SECONDS
    assert redis_fallback.asked(lambda: "redis", lambda: "own") == "redis"
    redis_fallback.asked(away, lambda: "own")
    assert len(caplog.records) == 2
    redis_fallback.forget()
