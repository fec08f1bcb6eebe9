"""The page of a running match for onlookers, and its panels for a page without a socket.

Who may not watch is told the same whatever the cause: the players' switches, a block, practice, the end, no such match.
Who plays in the match is led to the player's own page. No session is made for a visitor.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from common import rate_limits
from game import unchanged_page
from game.finished import pages
from game.live import eyes, onlooker_marks, pieces, watched_screen
from game.live.onlooker_marks import SEEN
from game.live.screens import read
from game.models import Match
from game.seat_requests import own_seat
from game.services import watching
from game.services.clock import now_ms

READ_EVERY_MS = 10_000
"""So often a page without a socket asks: often enough to be counted, seldom enough that a thousand do not matter."""


@require_safe
@gzip_page
@never_cache
@rate_limits.limited(rate_limits.WATCH_PAGES)
def watch_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The match for whom its players let in; 404 for all others."""
    if own_seat(request, public_id) is not None:
        return redirect("game:match", public_id)
    row = watching.open_match(public_id, request.user.pk)
    if row is None:
        return _closed(request)
    reading = read(row)
    context = {
        **watched_screen.page(reading, now_ms()),
        "kept": pieces.KEPT,
        "screen_mark": unchanged_page.mark(public_id, None, get_language()),
        "read_every": READ_EVERY_MS,
        "onlookers": eyes.element(watching.how_many_watch(row.pk), get_language() or ""),
        "page_url": request.build_absolute_uri(reverse("game:watch", args=[public_id])),
        "icon_url": request.build_absolute_uri(static("img/touch-icon.png")),
    }
    return _unlisted(render(request, "game/watch.html", context))


@require_safe
@never_cache
@rate_limits.limited(rate_limits.WATCH_POLLS)
def watch_panels(request: HttpRequest, public_id: str) -> HttpResponse:
    """What a page without a socket lacks: the screen, or "nothing new" for one that names what it shows; 404 for one
    that may watch no more. A match that has ended while it was watched is still shown."""
    row = watching.open_match(public_id, request.user.pk, has_watched=True)
    if row is None:
        return HttpResponse(status=404)
    browser = onlooker_marks.mark(row.pk, request.session.session_key, request.GET.get("browser", ""))
    if row.status == Match.Status.LIVE:
        SEEN.note(row.pk, browser, request.user.pk)
        SEEN.keep()
    now, language = now_ms(), get_language() or ""
    number = eyes.out_of_band(watching.how_many_watch(row.pk), language)
    shows = unchanged_page.shown_by(request.GET, public_id, None, language)
    if shows and (word := unchanged_page.word(row, shows, now)):
        return HttpResponse(word + number)
    return HttpResponse(watched_screen.for_asking_page(read(row), language, now).on_request + number)


@require_safe
@never_cache
@rate_limits.limited(rate_limits.WATCH_PAGES)
def watch_replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """The match turn by turn once it is over, for whom its players let in: all is open by then. 404 for all others."""
    if own_seat(request, public_id) is not None:
        return redirect("game:replay", public_id)
    row = watching.open_match(public_id, request.user.pk, has_watched=True)
    if row is None or row.status != Match.Status.OVER:
        return _closed(request)
    return _unlisted(pages.replay_page(request, pages.visit_of_onlooker(row)))


def _closed(request: HttpRequest) -> HttpResponse:
    return _unlisted(render(request, "game/watch_closed.html", status=404))


def _unlisted(response: HttpResponse) -> HttpResponse:
    """Not for search engines: names of people who play. Previews of links read robots.txt too, so it says nothing."""
    response["X-Robots-Tag"] = "noindex"
    return response
