"""The two lines of a request: how long it took, and how loud it is."""

import logging

import pytest
import structlog
from django.core.signals import got_request_exception
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django_structlog.middlewares import request
from pytest_django import Settings

from alfapower.web.request_log import RequestLog


@pytest.fixture(autouse=True)
def _logger_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that has been used keeps what was configured then, and hears nothing of what is configured since."""
    monkeypatch.setattr(request, "logger", structlog.get_logger(request.__name__))


@pytest.mark.parametrize(("status", "level"), [(200, "info"), (404, "warning"), (503, "warning")])
def test_a_process_that_drains_rings_no_alarm_and_every_line_has_its_time(
    settings: Settings, status: int, level: str
) -> None:
    settings.DJANGO_STRUCTLOG_STATUS_5XX_LOG_LEVEL = logging.WARNING
    middleware = RequestLog(lambda _: HttpResponse(status=status))
    with structlog.testing.capture_logs(processors=[structlog.contextvars.merge_contextvars]) as lines:
        middleware(RequestFactory().get("/health/ready"))
    (last,) = [line for line in lines if line["event"] == "request_finished"]
    assert last["log_level"] == level and last["milliseconds"] >= 0


@pytest.mark.parametrize(("fault", "failed"), [(OperationalError("away"), False), (ValueError("ours"), True)])
def test_a_database_that_is_away_is_no_traceback(settings: Settings, fault: Exception, failed: bool) -> None:
    settings.DJANGO_STRUCTLOG_STATUS_5XX_LOG_LEVEL = logging.WARNING

    def get_response(asked: HttpRequest) -> HttpResponse:
        try:
            raise fault
        except Exception:
            got_request_exception.send(None, request=asked)
        return HttpResponse(status=500 if failed else 503)

    middleware = RequestLog(get_response)
    with structlog.testing.capture_logs(processors=[structlog.contextvars.merge_contextvars]) as lines:
        middleware(RequestFactory().get("/"))
    assert any(line["event"] == "request_failed" for line in lines) is failed
    last = [line["log_level"] for line in lines if line["event"] == "request_finished"]
    assert last == ([] if failed else ["warning"])
