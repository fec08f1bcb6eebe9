"""The hint of a practice match: the best play's place first, then its word. Matches among people have no hints."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from bots.games import HINTING
from bots.services import hints
from bots.services.process_heartbeat import readiness
from bots.turn_verdicts import Better
from common import rate_limits
from game import api as game


@never_cache
@require_POST
@rate_limits.limited(rate_limits.POLLS)
def hint(request: HttpRequest, public_id: str) -> HttpResponse:
    """The hint for the current turn; `word` posted: the word too. Requested again if the match has moved on."""
    seat = game.practice_seat(public_id, request.user.pk) if request.user.is_authenticated else None
    if seat is None or seat.over:
        raise Http404("no practice of yours")
    now = game.now_ms()
    context = {"hint_url": request.path, "shows_word": "word" in request.POST}
    sight = game.hint_sight(seat.match_id, seat.seat, now)
    if sight is None:
        return render(request, "bots/hint.html", {**context, "waits": True})
    if sight.view.rules.variant not in HINTING:
        raise Http404("no hints in this game")
    row = hints.asked(seat.match_id, seat.seat, sight.version, now)
    if row.answer is None:
        return render(request, "bots/hint.html", {**context, "away": not readiness(now, sight.lexicon[0]).ready})
    best = Better.of_data(row.answer) if row.answer else None
    place = game.coord(*divmod(best.start, sight.view.size)) if best else ""
    found = {"answered": True, "best": best, "place": place, "language": sight.lexicon[0]}
    return render(request, "bots/hint.html", {**context, **found})
