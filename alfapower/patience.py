"""When the database is away for a moment the player is told so, and the page or script tries again; nothing is half
done.
"""

from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

RETRY_SECONDS = 2


class Patience:
    """Middleware: a lost connection is 503 with a word, in JSON for a script and as a page that reloads itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; a connection that is lost outside the view is met here."""
        try:
            return self.get_response(request)
        except (OperationalError, InterfaceError):
            return _answer(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The same for the view itself."""
        return _answer(request) if isinstance(exception, (OperationalError, InterfaceError)) else None


def _answer(request: HttpRequest) -> HttpResponse:
    response: HttpResponse
    if request.content_type == "application/json":
        message = _("The server is busy. Trying again.")
        response = JsonResponse({"ok": False, "code": "trying_again", "message": message}, status=503)
    else:
        response = HttpResponse(render_to_string("503.html", {"seconds": RETRY_SECONDS}), status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response
