"""The two lines of a request: how long it took, and how loud it is."""

import logging

import pytest
import structlog
from django.http import HttpResponse
from django.test import RequestFactory

from alfapower.requestlog import RequestLog


@pytest.mark.parametrize(("status", "level"), [(200, "info"), (404, "warning"), (503, "warning"), (500, "error")])
def test_a_process_that_drains_rings_no_alarm_and_every_line_has_its_time(status, level):
    middleware = RequestLog(lambda request: HttpResponse(status=status))
    with structlog.testing.capture_logs(processors=[structlog.contextvars.merge_contextvars]) as lines:
        middleware(RequestFactory().get("/health/ready"))
    (last,) = [line for line in lines if line["event"] == "request_finished"]
    assert last["log_level"] == level and last["milliseconds"] >= 0
    assert getattr(logging, level.upper()) == middleware._log_level_for_status_code(status)
