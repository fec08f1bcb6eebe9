"""The page of the matches that a player left, for themselves alone, and closing the word about it on the home page."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.models import User
from accounts.services import walk_aways
from accounts.statistics.walk_away_rules import PAUSE_FROM, WINDOW, WORD_FROM
from accounts.statistics.walk_aways_shown import of_reader, window_shown
from common import rate_limits
from common.view_kinds import fresh_page, post_only
from game import api as game


@fresh_page()
@login_required
def walked_away(request: HttpRequest) -> HttpResponse:
    """The last live matches of the reader, which of them they left, and what counts."""
    known = of_reader(request)
    context = {
        "known": known,
        "until": known.until,
        **window_shown(request.user.pk or 0),
        "most": WINDOW,
        "word_from": WORD_FROM,
        "pause_from": PAUSE_FROM,
        "share": 100 * known.count // WINDOW,
        "has_pauses": settings.QUICK_JOIN_PAUSES,
    }
    return render(request, "accounts/walk_aways.html", context)


@post_only(rate_limits.WORDS_CLOSED)
def hide(request: HttpRequest) -> HttpResponse:
    """Close the word about it on the home page, for a day."""
    if isinstance(request.user, User):
        walk_aways.hide_word(request.user.pk, game.now_ms())
    return redirect("lobby:home")
