"""The 503 responses: the database is away for a moment, too many users arrive or sign in at once, or one seat sends
more than is processed for it. The page or script retries; nothing is half done.
"""

import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from accounts.api import HashingBusy
from common.postgres.answer_deadline import LOST
from game import api as game

RETRY_SECONDS = 2
RETRY_SECONDS_OF_A_SCRIPT = 1
"""An action: its clock may be running."""
NOT_NOW = (*LOST, HashingBusy, game.SeatBusy)


class ServiceUnavailable:
    """Middleware: answers passing errors by 503, in JSON for a script and as a page that reloads itself. A user who
    finds the line of newcomers full (admission.py) gets that page in their language and before any database query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer."""
        seconds: int | None = getattr(request, "scope", {}).get("come_back_in")
        return self.get_response(request) if seconds is None else _page(seconds)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Handle a connection lost in the view, or a place waited for in vain."""
        return _answer(request) if isinstance(exception, NOT_NOW) else None


def server_error(request: HttpRequest) -> HttpResponse:
    """The site's handler500: a connection lost outside the view, where no middleware can catch it, is 503 too."""
    return _answer(request) if isinstance(sys.exception(), NOT_NOW) else defaults.server_error(request)


def _answer(request: HttpRequest) -> HttpResponse:
    if request.content_type != "application/json":
        return _page(RETRY_SECONDS)
    message = _("The server is busy. Trying again.")
    answer = {"ok": False, "code": "trying_again", "message": message, "stamp": game.stamp_for(request)}
    return _come_back(JsonResponse(answer, status=503), RETRY_SECONDS_OF_A_SCRIPT)


def _page(seconds: int) -> HttpResponse:
    return _come_back(HttpResponse(render_to_string("503.html", {"seconds": seconds}), status=503), seconds)


def _come_back(response: HttpResponse, seconds: int) -> HttpResponse:
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response
