"""The 429 response for a client over a limit (common/rate_limits.py): when to try again, and nothing is lost.

A script gets JSON with a code, htmx a sentence and its page stays as it is, other clients a page with a link back. A
view may render its own page again instead, with the sentence in it (`rate_limits.told`).
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from common.rate_limits import TooMany, wait_in_words

UNKNOWN_WAIT_SECONDS = 60  # allauth does not say how long its own limits last


class TooManyAnswers:
    """Middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Where the view has rendered its page again: htmx shows only responses without an error status."""
        response = self.get_response(request)
        met = getattr(request, "met_limit", None)
        if met is not None:
            response.status_code = 200 if _is_htmx(request) else 429
            response["Retry-After"] = str(met.retry_after)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Handle a limit that the view has not handled."""
        return _answer(request, exception.retry_after) if isinstance(exception, TooMany) else None


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """The site's handler429, which allauth calls."""
    return _answer(request, UNKNOWN_WAIT_SECONDS)


def _answer(request: HttpRequest, seconds: int) -> HttpResponse:
    said = wait_in_words(seconds)
    response: HttpResponse
    if _takes_json(request):
        response = JsonResponse({"ok": False, "code": "too_many", "message": said}, status=429)
    elif _is_htmx(request):
        response = HttpResponse(said, content_type="text/plain; charset=utf-8", status=429)
    else:
        response = render(request, "429.html", {"said": said}, status=429)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response


def _is_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def _takes_json(request: HttpRequest) -> bool:
    match = request.resolver_match
    return request.content_type == "application/json" or (match is not None and hasattr(match.func, "takes_json"))
