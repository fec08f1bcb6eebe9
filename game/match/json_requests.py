"""Endpoints that take JSON refuse any other content type, before the body is parsed as a form."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from game.presentation import messages

View = Callable[..., HttpResponse]


def takes_json(view: View) -> View:
    """Mark a view as one of these endpoints."""
    view.takes_json = True  # type: ignore[attr-defined]
    return view


class JsonRequestsOnly:
    """Middleware, to stand before the CSRF check, which parses forms: another content type is no message."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Nothing to do around the view."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: View, *args: Any) -> HttpResponse | None:
        """Refuse a POST of another content type at a JSON endpoint."""
        if request.method != "POST" or request.content_type == "application/json" or not hasattr(view, "takes_json"):
            return None
        code = "bad_message"
        return JsonResponse({"ok": False, "code": code, "message": messages.refusal(code)}, status=400)
