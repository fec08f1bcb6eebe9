"""Middleware that shows a decision of the moderators to the one concerned, at the next page that they open.

An account that was closed is signed out of this browser and reads why. Of any other decision a page of its own comes
first, until it has been read; never during a match with a clock, at which others wait.
"""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin

from accounts.models import Sanction, SanctionKind, User
from accounts.profiles import closed_session
from accounts.profiles.decision_shown import shown
from accounts.services import sanctions
from game import api as game

OPEN_ANYWAY = frozenset(
    "accounts:" + name for name in ("decision", "decision-read", "decision-name", "appeal", "export", "delete")
) | {"account_logout", "account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"}
"""Pages that an unread decision does not stand before: its own, and those by which one leaves."""


def closed_page(request: HttpRequest, found: Sanction, *, by_password: bool) -> HttpResponse:
    """Why the account is closed, until when, and what can be done: in a session that is good for this only."""
    closed_session.begin(request, found, by_password=by_password)
    closed = closed_session.of(request)
    context = {"decision": shown(found), "closed": closed}
    answer = render(request, "accounts/decisions/decision.html", context, status=403)
    add_never_cache_headers(answer)
    return answer


class DecisionMiddleware(MiddlewareMixin):
    """Only where the view has read the user: other responses stay free of the query. Background requests of an open
    page are left alone, or the page would go unseen."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        user: Any = getattr(request, "_cached_user", None)
        if user is None or request.method != "GET" or not _is_read(request):
            return response
        if not user.is_authenticated:
            return self._closed(request) or response
        return self._unread(request, user, response) or response

    def _closed(self, request: HttpRequest) -> HttpResponse | None:
        user_id = request.session.get(SESSION_KEY)
        found = sanctions.open_sanction(int(user_id), SanctionKind.CLOSED) if user_id else None
        return closed_page(request, found, by_password=False) if found else None

    def _unread(self, request: HttpRequest, user: User, response: HttpResponseBase) -> HttpResponse | None:
        if not user.has_unread_decision or response.status_code != 200 or not _is_page(response):
            return None
        match = request.resolver_match
        if match is None or match.view_name in OPEN_ANYWAY or "admin" in match.app_names:
            return None
        if any(card.is_live for card in game.live_matches(user.pk)):
            return None
        found = sanctions.unread(user.pk)
        return redirect("accounts:decision", found.pk) if found else None


def _is_read(request: HttpRequest) -> bool:
    """Whether the response will be shown as a page, as far as the browser's headers tell."""
    return "HX-Request" not in request.headers and request.headers.get("Sec-Fetch-Dest", "document") == "document"


def _is_page(response: HttpResponseBase) -> bool:
    is_file = response.headers.get("Content-Disposition", "").startswith("attachment")
    return response.headers.get("Content-Type", "").startswith("text/html") and not is_file
