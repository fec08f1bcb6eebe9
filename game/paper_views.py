"""The view of a game played on paper. No account is needed: the match is kept in the user's own session only."""

import secrets
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common import rate_limits
from common.htmx import wants_part
from game.games import games
from game.presentation import PRESENTATIONS
from game.presentation.base import NotUnderstood, Paper

KEPT = "paper"
"""The key of the session: what is played on paper, by game."""
SEED_BYTES = 32


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited(rate_limits.SHARED_PAGES)
def page(request: HttpRequest, game: str) -> HttpResponse:
    """The page; a POST does what was asked and redirects, so that a reload repeats nothing."""
    paper = PRESENTATIONS[game].paper if game in games() else None
    if paper is None:
        raise Http404("not played on paper")
    kept: dict[str, Any] = request.session.get(KEPT, {})
    if request.method == "POST":
        request.session[KEPT] = {**kept, game: _after(paper, kept.get(game), request)}
        return redirect(request.path)
    presets = {preset.key: preset.settings for preset in games()[game].presets}
    drawn = paper.drawn_from(kept.get(game), presets.get(request.GET.get("preset", ""), {}))
    context = {"game": game, "title": gettext(games()[game].title), **drawn}
    return render(request, "game/parts/paper_step.html" if wants_part(request) else "game/paper.html", context)


def _after(paper: Paper, kept: dict[str, Any] | None, request: HttpRequest) -> dict[str, Any] | None:
    form = {name: ",".join(request.POST.getlist(name)) for name in request.POST}
    try:
        if form.get("do") == "begin":
            return paper.begin(form, secrets.token_bytes(SEED_BYTES)) or kept
        return paper.act(kept, form) if kept is not None else None
    except NotUnderstood as fault:
        raise BadRequest(str(fault)) from fault
