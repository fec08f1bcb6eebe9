"""What every door of the bot API has in common: a token, limits of its own, and answers in JSON.

Session cookies are no key here and nothing is looked up by them, so there is nothing that a foreign page could forge
and no CSRF token to ask for.
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
    """Decorator: the view gets the token that the request brings; 401 `bad_token` for none that is good, 405
    `bad_method` for another method, 429 `too_many` above the limit."""

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
    """A named error: its code for programs, a sentence for people."""
    return JsonResponse({"ok": False, "code": code, "message": message, **more}, status=status)


def _too_many(met: rate_limits.TooMany) -> HttpResponse:
    """The answer above a limit."""
    answer = refusal(429, "too_many", str(met))
    answer["Retry-After"] = str(met.retry_after)
    return answer
