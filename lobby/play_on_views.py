"""Playing on from a turn of a finished match: the page to choose a bot, and the start. For its players, and for
visitors with a shared link."""

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.api import ensure_player
from bots import api as bots
from common import rate_limits
from common.typed_text import whole_number
from common.view_kinds import fresh_form
from game import api as game
from lobby.services import play_on, practice_limit

_LAST = "practice_last"  # key of the session, shared with practice
_FIRST_LEVEL = "calm"


@fresh_form(rate_limits.MATCH_PAGES)
def mine(request: HttpRequest, public_id: str) -> HttpResponse:
    """From the player's own match."""
    visit = game.visit_of_player(public_id, request.user.pk, game.now_ms())
    if visit is None:
        raise Http404("no finished match of yours")
    return _door(request, visit)


@fresh_form(rate_limits.SHARED_PAGES)
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """From a match that its player has shared by a link."""
    visit = game.visit_of_link(token)
    if visit is None:
        raise Http404("no such link")
    response = _door(request, visit)
    response["X-Robots-Tag"] = "noindex"
    return response


def _door(request: HttpRequest, visit: game.Visit) -> HttpResponse:
    if visit.row.variant not in bots.PLAYED:
        raise Http404("nobody plays on here")
    posted = request.method == "POST"
    turn = whole_number((request.POST if posted else request.GET).get("turn", "")) or 0  # which no match has
    try:
        beginning = game.playing_on.beginning(visit, turn)
        if posted:
            return _start(request, visit, turn)
    except game.CannotPlayOn as refused:
        context = {"visit": visit, "refused": game.playing_on.said(refused)}
        return render(request, "lobby/play_on.html", context, status=409)
    except practice_limit.TooManyPractice as met:
        return render(request, "lobby/too_many_practice.html", {"most": met.most}, status=409)
    last: dict[str, str] = request.session.get(_LAST, {})
    context = {
        "visit": visit,
        "game": visit.row.variant,
        "beginning": beginning,
        "level": bots.LEVELS.get(last.get("level", "")) or bots.LEVELS[_FIRST_LEVEL],
        "levels": bots.LEVELS.values(),
        "pace": last.get("pace", "1"),
        "bots": bots.readiness(game.now_ms(), visit.row.language),
    }
    return render(request, "lobby/play_on.html", context)


def _start(request: HttpRequest, visit: game.Visit, turn: int) -> HttpResponse:
    """A visitor becomes a guest."""
    rate_limits.take(rate_limits.PRACTICE, request)
    level, at_once = request.POST.get("level", ""), request.POST.get("pace") == "0"
    if level not in bots.LEVELS:
        raise BadRequest("level")
    user_id = ensure_player(request).pk
    public_id = play_on.begin(user_id, visit, turn, level, game.now_ms(), at_once=at_once)
    return redirect("game:match", public_id)
