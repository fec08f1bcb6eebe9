"""The views of the daily puzzle, modelled on a match's. The best turns are sent only when it is over."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.api import ensure_player
from bots import api as bots
from common import rate_limits
from game import api as game
from puzzle import messages, parsing
from puzzle.models import Attempt
from puzzle.screen import context_of
from puzzle.services import attempts

PuzzleView = Callable[[HttpRequest, bots.Puzzle], HttpResponse]


@never_cache
@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Redirect to today's puzzle in the requested language (`lg`), else in that of the interface."""
    language = request.GET.get("lg", (get_language() or "")[:2])
    language = language if language in game.LANGUAGES else "en"
    return redirect("puzzle:page", language, bots.today(game.now_ms()).isoformat())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited(rate_limits.MATCH_PAGES)
def page(request: HttpRequest, language: str, day: str) -> HttpResponse:
    """The puzzle of a day. A visitor begins by a button, which posts, and becomes a guest; 404 for a future day, and
    for one before the archive."""
    found, now = _day(day), game.now_ms()
    if language not in game.LANGUAGES or found is None:
        raise Http404("no such puzzle")
    puzzle = bots.find_puzzle(found, language, now)
    if puzzle is None:
        if found != bots.today(now):
            raise Http404("no such puzzle")
        return render(request, "puzzle/waiting.html", {"day": found, "language": language})
    if request.method == "POST":
        ensure_player(request)
        return redirect(request.path)
    if not request.user.is_authenticated:
        return render(request, "puzzle/begin.html", {"puzzle": puzzle, "language": language})
    return render(request, "puzzle/puzzle.html", context_of(attempts.of(request.user.pk, puzzle), now))


def puzzle_view(view: PuzzleView) -> Callable[[HttpRequest, str, str], HttpResponse]:
    """Decorator: the view gets the puzzle; a named error for a day without one, and for a user without an attempt."""

    @wraps(view)
    @never_cache
    def opened(request: HttpRequest, language: str, day: str) -> HttpResponse:
        found = _day(day)
        puzzle = bots.find_puzzle(found, language, game.now_ms()) if found else None
        if puzzle is None:
            return _refused("no_such_puzzle", {}, 404)
        if not request.user.is_authenticated:
            return _refused("not_begun", {}, 403)
        return view(request, puzzle)

    return opened


@require_safe
@rate_limits.limited(rate_limits.POLLS)
@puzzle_view
def panels(request: HttpRequest, puzzle: bots.Puzzle) -> HttpResponse:
    """The changed parts of the page, as out-of-band fragments."""
    context = context_of(_attempt(request, puzzle), game.now_ms())
    return render(request, "puzzle/panels.html", {**context, "oob": True})


@game.positions.takes_json
@require_POST
@puzzle_view
def readout(request: HttpRequest, puzzle: bots.Puzzle) -> HttpResponse:
    """The score of tiles as laid, or why they may not lie so. Never whether a word exists."""
    rate_limits.take(rate_limits.READOUTS, request)
    laid = game.positions.read_laid(game.positions.decode(request.body), game.DEFAULT_VARIANT, puzzle.language)
    attempt = _attempt(request, puzzle)
    state = attempts.state_of(attempt)
    return JsonResponse(game.positions.worth_of(state, state.active, laid) | {"version": attempt.version})


@game.positions.takes_json
@require_POST
@puzzle_view
def act(request: HttpRequest, puzzle: bots.Puzzle) -> HttpResponse:
    """An action: answered with `ok`, or with a code and a message when it is refused; 400 for an invalid one."""
    rate_limits.take(rate_limits.PUZZLE, request)
    action = parsing.read_action(game.positions.decode(request.body), puzzle.language)
    answer = attempts.act(_user(request), puzzle, action, game.now_ms())
    if answer.code:
        rejected = list(answer.data.get("rejected", ()))
        return _refused(answer.code, dict(answer.data), 200, version=answer.version, rejected=rejected)
    return JsonResponse({"ok": True, "version": answer.version})


@game.positions.takes_json
@require_POST
def try_word(request: HttpRequest, language: str, day: str) -> HttpResponse:
    """A word played on the board of the home page, by the same rules as on the puzzle's own. A visitor becomes a guest,
    and the page gets the token that its forms need from then on. `today`: whether the day is not over."""
    found, now = _day(day), game.now_ms()
    puzzle = bots.find_puzzle(found, language, now) if found else None
    if puzzle is None:
        return _refused("no_such_puzzle", {}, 404)
    action = parsing.read_action(game.positions.decode(request.body), puzzle.language)
    if action.do != "place":
        raise game.positions.BadMessage("do")
    rate_limits.take(rate_limits.PUZZLE, request)
    user = ensure_player(request)
    answer = attempts.act(user.pk, puzzle, action, now)
    attempt = attempts.of(user.pk, puzzle)
    more = {
        "best": attempt.best,
        "over": attempt.is_over,
        "today": puzzle.day == bots.today(now),
        "token": get_token(request),
    }
    if answer.code:
        return _refused(answer.code, dict(answer.data), 200, **more)
    return JsonResponse({"ok": True, "points": attempt.tries[-1][1], **more})


def _day(written: str) -> date | None:
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _user(request: HttpRequest) -> int:
    """The player of the request; the decorator lets in no other user."""
    assert request.user.pk is not None
    return int(request.user.pk)


def _attempt(request: HttpRequest, puzzle: bots.Puzzle) -> Attempt:
    return attempts.of(_user(request), puzzle)


def _refused(code: str, data: dict[str, Any], status: int, **more: Any) -> JsonResponse:
    said = {"ok": False, "code": code, "message": messages.refusal(code, data), **more}
    return JsonResponse(said, status=status)
