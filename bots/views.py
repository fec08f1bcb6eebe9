"""The views of the analysis of a finished match, for its players and for users with a shared link: a page, and the card
on the end page. A running match has none.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from bots import analysis_page
from bots.games import ANALYSED
from bots.models import Analysis
from bots.services import analyses
from common import rate_limits
from common.htmx import wants_part
from common.typed_text import whole_number
from game import api as game


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited(rate_limits.MATCH_PAGES)
def mine(request: HttpRequest, public_id: str) -> HttpResponse:
    """For a player; POST restarts a failed analysis."""
    visit = _of_player(request, public_id)
    if request.method == "POST":
        analyses.again(visit.row.pk, game.now_ms())
        return redirect(request.path)
    return _page(request, visit)


@never_cache
@require_safe
@rate_limits.limited(rate_limits.POLLS)
def my_card(request: HttpRequest, public_id: str) -> HttpResponse:
    """The card on a player's end page; empty for a game without analysis."""
    return _card(request, _of_player(request, public_id))


@never_cache
@require_safe
@rate_limits.limited(rate_limits.SHARED_PAGES)
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """For users with the link."""
    response = _page(request, _of_link(token))
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_safe
@rate_limits.limited(rate_limits.SHARED_PAGES)
def shared_card(request: HttpRequest, token: str) -> HttpResponse:
    """The card on the end page for users with the link."""
    return _card(request, _of_link(token))


def _of_player(request: HttpRequest, public_id: str) -> game.Visit:
    visit = game.visit_of_player(public_id, request.user.pk, game.now_ms())
    if visit is None:
        raise Http404("no finished match of yours")
    return visit


def _of_link(token: str) -> game.Visit:
    visit = game.visit_of_link(token)
    if visit is None:
        raise Http404("no such link")
    return visit


def _card(request: HttpRequest, visit: game.Visit) -> HttpResponse:
    if visit.row.variant not in ANALYSED:
        return HttpResponse()
    return render(request, "bots/analysis/card.html", _said(visit))


def _page(request: HttpRequest, visit: game.Visit) -> HttpResponse:
    if visit.row.variant not in ANALYSED:
        raise Http404("nobody can judge this game")
    context = _said(visit)
    past = game.past(visit.row.pk) if context["turns"] else None
    if past is not None:
        number = whole_number(request.GET.get("turn", ""))
        shows_best = request.GET.get("show") == "best"
        context |= analysis_page.moment(visit, past, context["turns"], number, shows_best=shows_best)
    part = "bots/analysis/body.html" if wants_part(request) else "bots/analysis.html"
    return render(request, part, context)


def _said(visit: game.Visit) -> dict[str, Any]:
    """The progress of the analysis, and its results so far."""
    row = analyses.wanted(visit.row.pk, game.now_ms())
    turns = analysis_page.turns_of(row)
    return {
        "visit": visit,
        "game": visit.row.variant,
        "analysis_url": f"{visit.end_url}analysis/",
        "here_url": f"{visit.end_url}analysis/",
        "card_url": f"{visit.end_url}analysis/card",
        "is_done": row.state == Analysis.State.DONE,
        "is_failed": row.state == Analysis.State.FAILED,
        "judged": len(turns),
        "needed": row.needed,
        "turns": turns,
        **analysis_page.summary(visit, turns),
    }
