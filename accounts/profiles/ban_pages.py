"""The page that a banned player sees, once: at the next request, or when they sign in again."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin

from accounts.models import Ban
from accounts.services import banning


def closed_page(request: HttpRequest, ban: Ban) -> HttpResponse:
    """Why the account is closed, and until when."""
    answer = render(request, "accounts/closed.html", {"ban": ban}, status=403)
    add_never_cache_headers(answer)
    return answer


class BanMiddleware(MiddlewareMixin):
    """Middleware: a browser whose signed-in user has been banned gets the ban page instead, and is signed out.

    Only where the view has read the user: other responses stay free of the query. Background requests of an open page
    are left alone, or the notice would go unseen.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        user: Any = getattr(request, "_cached_user", None)
        if user is None or user.is_authenticated or request.method != "GET" or not _is_read(request):
            return response
        user_id = request.session.get(SESSION_KEY)
        ban = banning.open_ban(user_id) if user_id else None
        if ban is None:
            return response
        request.session.flush()
        return closed_page(request, ban)


def _is_read(request: HttpRequest) -> bool:
    """Whether the response will be shown as a page, as far as the browser's headers tell."""
    return "HX-Request" not in request.headers and request.headers.get("Sec-Fetch-Dest", "document") == "document"
