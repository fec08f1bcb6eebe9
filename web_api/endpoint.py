"""Common parts of all endpoints of the bot API: token authentication, rate limits, and answers in JSON.

Session cookies are ignored here, so a foreign page can forge no request and no CSRF token is needed.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from common import client_address, rate_limits
from web_api.models import Token
from web_api.services import tokens

P = ParamSpec("P")
ApiView = Callable[Concatenate[HttpRequest, Token, P], HttpResponseBase]


def api_view(
    method: str, limit: rate_limits.Limit = rate_limits.API_CALLS
) -> Callable[[ApiView[P]], Callable[..., Any]]:
    """Decorator: the view gets the request's token; 401 `bad_token` without a valid one, 405 `bad_method` for another
    method, 429 `too_many` above the limit."""

    def decorate(view: ApiView[P]) -> Callable[..., Any]:
        @csrf_exempt
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method != method:
                answer = refusal(405, "bad_method", _("This address takes another method."))
                answer["Allow"] = method
                return answer
            try:
                token = tokens.of_header(request.headers.get("Authorization", ""))
                if token is None:
                    rate_limits.take_for_address(rate_limits.API_TOKENS_WRONG, client_address.of(request))
                    answer = refusal(401, "bad_token", _("There is no such token."))
                    answer["WWW-Authenticate"] = 'Bearer realm="AlfaPower"'
                    return answer
                rate_limits.take_for_user(limit, token.user_id, client_address.of(request))
                return view(request, token, *args, **kwargs)
            except rate_limits.TooMany as met:
                return _too_many(met)

        return guarded

    return decorate


def refusal(status: int, code: str, message: str, **more: Any) -> HttpResponse:
    """An error response: its code for programs, a sentence for people."""
    return JsonResponse({"ok": False, "code": code, "message": message, **more}, status=status)


def _too_many(met: rate_limits.TooMany) -> HttpResponse:
    """The response above a limit."""
    answer = refusal(429, "too_many", str(met))
    answer["Retry-After"] = str(met.retry_after)
    return answer
