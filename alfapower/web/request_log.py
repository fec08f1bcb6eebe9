"""The request log: one line for each request, with an id that every other log line of the request carries too."""

import sys
import time
import uuid
from typing import Any

import structlog
from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware

from alfapower.web import route_names
from alfapower.web.service_unavailable import NOT_NOW


class RequestLog(RequestMiddleware):
    """django-structlog's middleware, without its line when a request begins, with the route instead of the URL and the
    duration.

    A 503 must raise no alarm: a client told to come back, by a draining process or without a database, is no error. So
    the line of a response from 500 on is a warning (settings.py); an exception has its own, with the traceback.
    """

    def prepare(self, request: HttpRequest) -> None:
        """Bind the id, and start the clock. The rest is logged in the line at the end."""
        request.begun = time.monotonic()  # type: ignore[attr-defined]
        structlog.contextvars.bind_contextvars(request_id=str(uuid.uuid4()))

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Log the line, with the milliseconds since the request began."""
        milliseconds = round((time.monotonic() - request.begun) * 1000, 1)  # type: ignore[attr-defined]
        with structlog.contextvars.bound_contextvars(milliseconds=milliseconds):
            super().handle_response(request, response)

    def process_got_request_exception(self, sender: type[Any], request: HttpRequest, **kwargs: Any) -> None:
        """Log an exception with its traceback; a passing one only has the request's line, with the real status."""
        if not isinstance(sys.exception(), NOT_NOW):
            super().process_got_request_exception(sender, request, **kwargs)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Method and route."""
        return f"{request.method} {route_names.of(request)}"
