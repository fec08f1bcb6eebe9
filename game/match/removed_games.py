"""What is answered where a match's game is not on the site any more: 410, and that nothing of it is lost.

What was played stays stored as it is, and is there again as soon as its game is.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from game.match import messages
from game.variants import UnknownGame


class RemovedGameMiddleware:
    """Middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Nothing to do around the view."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A view has met a game that there is not: a script gets the code, everybody else a page with the way back."""
        if not isinstance(exception, UnknownGame):
            return None
        if request.content_type == "application/json":
            code = "no_game"
            return JsonResponse({"ok": False, "code": code, "message": messages.refusal(code)}, status=410)
        return render(request, "game/gone.html", status=410)
