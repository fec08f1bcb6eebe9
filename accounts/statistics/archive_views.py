"""The archive of a player's finished matches, page by page. player_views.py decides what other users may see."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.models import PlayedMatch
from accounts.profiles.player_views import shown_player
from accounts.statistics import figures as stats
from accounts.statistics.filters import CUSTOM, PERIODS, Choice
from common import rate_limits
from common.htmx import wants_part
from common.view_kinds import fresh_page
from game import api as game

A_PAGE = 20
OUTCOMES = {
    "won": (PlayedMatch.Outcome.WON, _("Won matches")),
    "lost": (PlayedMatch.Outcome.LOST, _("Lost matches")),
    "drawn": (PlayedMatch.Outcome.DRAWN, _("Drawn matches")),
    "nobody": (PlayedMatch.Outcome.NOBODY, _("Won by nobody")),
}


@fresh_page(rate_limits.PUBLIC_PAGES)
def matches(request: HttpRequest, public_id: str) -> HttpResponse:
    """The player's finished matches, the latest first, filtered by the query parameters `language`, `preset`, `period`,
    `kind` and `outcome`; `page` counts from 1. Only the player's own rows link to result and replay. htmx gets only the
    filter and the list."""
    shown = shown_player(request, public_id)
    own = shown.pk == request.user.pk
    choice = stats.choice_of(request.GET.dict(), shown, rated_only=not own)
    played = stats.chosen(shown, choice, game.now_ms())
    outcome = request.GET.get("outcome", "")
    if outcome in OUTCOMES:
        played = played.filter(outcome=OUTCOMES[outcome][0])
    else:
        outcome = ""
    rows = played.select_related("opponent", "match").defer("match__state", "match__seed")
    page = Paginator(rows.order_by("-finished_at", "-match_id"), A_PAGE).get_page(request.GET.get("page"))
    query = "&".join(part for part in (choice.query, urlencode({"outcome": outcome}) if outcome else "") if part)
    context = {
        "player": shown,
        "own": own,
        "choice": choice,
        "periods": PERIODS,
        "games": stats.games_of(shown, rated_only=not own),
        "presets": [key or CUSTOM for key in stats.presets_of(shown, choice.variant, rated_only=not own)],
        "outcomes": [(key, title) for key, (value, title) in OUTCOMES.items() if value in stats.ends_of(shown, choice)],
        "outcome": outcome,
        "page": page,
        "lines": stats.with_points(shown, list(page)),
        "nothing_yet": not page.paginator.count
        and not outcome
        and choice == Choice(rated=not own, variant=choice.variant),
        "query": query,
    }
    template = "accounts/parts/archive_filtered.html" if wants_part(request) else "accounts/matches.html"
    return render(request, template, context)
