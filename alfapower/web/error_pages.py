"""The site's error pages. Django's own read the form for its token even when it is unreadable, and fail again: an
unreadable form body is a bad request, on any URL.
"""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from django.template.loader import render_to_string
from django.views import defaults

UNREADABLE = (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError, UnicodeError, LookupError)


def _if_readable(page: Callable[..., HttpResponse]) -> Callable[[HttpRequest, Exception], HttpResponse]:
    def handler(request: HttpRequest, exception: Exception) -> HttpResponse:
        try:
            request.POST  # noqa: B018 - parses the body
        except UNREADABLE:
            return HttpResponseBadRequest(render_to_string("400.html"))
        return page(request, exception=exception)

    return handler


bad_request: Any = _if_readable(defaults.bad_request)
permission_denied: Any = _if_readable(defaults.permission_denied)
page_not_found: Any = _if_readable(defaults.page_not_found)


class MethodNotAllowedPage:
    """A page for a user who opens the URL of a button in a browser, where Django's response, 405, is empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response, with a page where it is empty and a browser shows it."""
        response = self.get_response(request)
        if response.status_code == 405 and request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
            response.content = render_to_string("405.html", request=request).encode()
        return response
