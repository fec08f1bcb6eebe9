"""One log line for each request, under an id that every other line of the request carries too."""

import logging
import time
import uuid

import structlog
from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware

from alfapower.web import route_names
from alfapower.web.service_unavailable import NOT_NOW

NO_FAULT_OF_OURS = 503
"""Told to try again: a process that drains, a database that is away and says so in lines of its own."""


class RequestLog(RequestMiddleware):
    """django-structlog's, without its line when a request begins, with the route in the place of the address and the
    time it took.

    With Postgres behind it nobody's alarm hangs on a 503: whoever is told to come back is no error.
    """

    def prepare(self, request: HttpRequest) -> None:
        """The id, and the clock. What is known of a request then is said in its line at the end."""
        request.begun = time.monotonic()  # type: ignore[attr-defined]
        structlog.contextvars.bind_contextvars(request_id=str(uuid.uuid4()))

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """The line, with the milliseconds since it began."""
        milliseconds = round((time.monotonic() - request.begun) * 1000, 1)  # type: ignore[attr-defined]
        with structlog.contextvars.bound_contextvars(milliseconds=milliseconds):
            super().handle_response(request, response)

    def _process_exception(self, request: HttpRequest, exception: Exception) -> None:
        """A fault with its traceback; what soon passes is told by the line alone, which knows the real answer."""
        if not isinstance(exception, NOT_NOW):
            super()._process_exception(request, exception)

    def _log_level_for_status_code(self, status_code: int) -> int:
        if status_code == NO_FAULT_OF_OURS:
            return logging.WARNING
        level: int = super()._log_level_for_status_code(status_code)
        return level

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Method and route."""
        return f"{request.method} {route_names.of(request)}"
