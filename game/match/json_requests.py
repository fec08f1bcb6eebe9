"""Endpoints that take JSON refuse what is no message; any other content type before the body is parsed as a form."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.cache import never_cache

from game.presentation import messages
from game.services.player_messages import BadMessage

View = Callable[..., HttpResponse]


def takes_json(view: View) -> View:
    """Decorator of such an endpoint: where the view raises BadMessage the answer is 400."""

    @wraps(view)
    @never_cache
    def answered(*args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(*args, **kwargs)
        except BadMessage:
            return _no_message()

    answered.takes_json = True  # type: ignore[attr-defined]
    return answered


class JsonRequestsOnly(MiddlewareMixin):
    """Middleware, to stand before the CSRF check, which parses forms: another content type is no message."""

    def process_view(self, request: HttpRequest, view: View, *args: Any) -> HttpResponse | None:
        """Refuse a POST of another content type at a JSON endpoint."""
        if request.method != "POST" or request.content_type == "application/json" or not hasattr(view, "takes_json"):
            return None
        return _no_message()


def _no_message() -> JsonResponse:
    code = "bad_message"
    return JsonResponse({"ok": False, "code": code, "message": messages.refusal(code)}, status=400)
