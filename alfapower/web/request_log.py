"""One log line for each request, under an id that every other line of the request carries too."""

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
    """django-structlog's, without its line when a request begins, with the route in the place of the address and the
    time it took.

    No alarm hangs on a 503: whoever is told to come back, by a process that drains or for a database that is away, is
    no error. So the line of an answer from 500 on is a warning (settings.py); a fault has its own, with the traceback.
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

    def process_got_request_exception(self, sender: type[Any], request: HttpRequest, **kwargs: Any) -> None:
        """A fault with its traceback; what soon passes is told by the line alone, which knows the real answer."""
        if not isinstance(sys.exception(), NOT_NOW):
            super().process_got_request_exception(sender, request, **kwargs)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Method and route."""
        return f"{request.method} {route_names.of(request)}"
