"""The views of one player's pages. `shown_player` decides who may see which page.

Players see everything of their own. Other users see the results of rated matches, unless the player hides them; unrated
matches, failed tries, habits of time and coins, and the whole list are private.
"""

import csv
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import Block, User
from accounts.rating_models import Pace
from accounts.services import blocks
from accounts.statistics import figures as stats
from accounts.statistics.csv_export import HEADER, rows_of
from accounts.statistics.filters import CUSTOM, LANGUAGES, PERIODS, Choice
from accounts.statistics.line_chart import curve
from common import rate_limits
from common.htmx import wants_part
from common.view_kinds import fresh_page
from game import api as game


def shown_player(request: HttpRequest, public_id: str) -> User:
    """The player of that id, if the visitor may see them; 404 otherwise.

    A guest's page is visible to the guest only, and a closed account has none: both look like an id that never existed.
    """
    player = User.objects.filter(public_id=public_id, is_active=True).first()
    if player is None or (player.is_guest and player.pk != request.user.pk):
        raise Http404("no such player")
    return player


@fresh_page(rate_limits.PUBLIC_PAGES)
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    """One player's statistics, filtered by the query parameters `language`, `preset`, `period` and `kind`; htmx gets
    only the filter and the figures. Of a player whom the visitor has blocked, the name and the way back."""
    block = _block_by(request, public_id)
    if block is not None:
        since = datetime.fromtimestamp(block.made_at / 1000, tz=UTC)
        return render(request, "accounts/player_blocked.html", {"player": block.blocked, "since": since})
    shown = shown_player(request, public_id)
    own = shown.pk == request.user.pk
    if shown.hides_figures and not own:
        met = stats.against(request.user, shown) if isinstance(request.user, User) else None
        return render(request, "accounts/player_hidden.html", {"player": shown, "against": met})
    choice = stats.choice_of(request.GET.dict(), shown, rated_only=not own)
    now_ms = game.now_ms()
    statistics = stats.statistics(shown, choice, now_ms)
    games = stats.games_of(shown, rated_only=not own)
    is_first = choice == Choice(rated=not own, variant=choice.variant) and len(games) == 1
    called_off = game.how_many_called_off(shown.pk, choice.variant) if own else 0
    context = {
        "player": shown,
        "own": own,
        "called_off": called_off,
        "choice": choice,
        "languages": LANGUAGES,
        "periods": PERIODS,
        "games": games,
        "presets": [key or CUSTOM for key in stats.presets_of(shown, choice.variant, rated_only=not own)],
        "stats": statistics,
        "told": stats.figures_of(choice.variant),
        "nothing_yet": not statistics.all.matches and is_first and not called_off,
        "ranked_points": stats.ranked_points(shown, choice.variant),
        **_curves(shown, choice, now_ms),
    }
    if own:
        context["rivals"] = stats.rivals(shown, choice, now_ms)
        context["practice"] = stats.practice(shown)
    elif isinstance(request.user, User):
        context["against"] = stats.against(request.user, shown, choice.variant)
    page = "accounts/parts/stats_filtered.html" if wants_part(request) else "accounts/player.html"
    return render(request, page, context)


@fresh_page()
def matches_csv(request: HttpRequest, public_id: str) -> HttpResponse:
    """The chosen matches as a CSV download, for the player only."""
    shown = shown_player(request, public_id)
    if shown.pk != request.user.pk:
        raise Http404("not yours")
    choice = Choice.of(request.GET.dict(), rated_only=False)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="alfapower-matches.csv"'
    writer = csv.writer(response)
    writer.writerow(HEADER)
    writer.writerows(rows_of(shown, stats.chosen(shown, choice, game.now_ms())))
    return response


def _block_by(request: HttpRequest, public_id: str) -> Block | None:
    """The visitor's block of that player; None without one, and of oneself."""
    if not isinstance(request.user, User) or request.user.public_id == public_id:
        return None
    return blocks.blocked_since(request.user.pk, public_id)


def _curves(shown: User, choice: Choice, now_ms: int) -> dict[str, Any]:
    """The curve of ranked points, and one curve of ratings per language and pace played: each with the key by which the
    page tells its curves apart."""
    now = stats.ratings_now(shown, now_ms, choice.variant)
    curves = []
    for pace in Pace:
        for code in [choice.language] if choice.language else LANGUAGES:
            if pace == Pace.SLOW and (code, pace) not in now:
                continue  # most have played none, so save the query
            if drawn := curve(stats.rating_curve(shown, code, choice, now_ms, pace)):
                curves.append((f"{code}-{pace}", code, pace.value, drawn, now.get((code, pace))))
    return {"points_curve": curve(stats.points_curve(shown, choice, now_ms)), "rating_curves": curves}
