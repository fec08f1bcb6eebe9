"""Responses for a match that cannot be played: its game is no longer on the site (410), or what is due in it cannot be
applied, by a fault of the site (409).

Nothing of such a match is lost: it goes on as soon as its game is back, or the fault is fixed.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from game.presentation import messages
from game.services.match_faults import MatchFailed
from game.variants import UnknownGame

_ANSWERS: dict[type[Exception], tuple[str, int, str]] = {
    UnknownGame: ("no_game", 410, "game/gone.html"),
    MatchFailed: ("match_failed", 409, "game/failed.html"),
}
"""By what was met: the code for scripts and programs, the status, and the page."""


class UnplayableMatchMiddleware(MiddlewareMixin):
    """Middleware."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A script or program gets the code, a browser a page with the way back."""
        answer = _ANSWERS.get(type(exception))
        if answer is None:
            return None
        code, status, page = answer
        if request.content_type == "application/json" or request.path.startswith("/api/"):
            return JsonResponse({"ok": False, "code": code, "message": messages.refusal(code)}, status=status)
        return render(request, page, status=status)
