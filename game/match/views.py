"""The views and endpoints of a match over HTTP. Each first looks up the user's seat; a stranger gets a 404."""

import logging
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common import rate_limits
from common.htmx import wants_part
from dictionary import api as dictionary
from game import unchanged_page
from game.dispatch.seat_views import read_out
from game.finished import pages
from game.kernel.base_types import Millis
from game.live import eyes, panels, pieces, pushes
from game.live.screens import screen_of
from game.match import late_actions
from game.match.concurrent_actions import one_of_few
from game.match.json_requests import takes_json
from game.models import Match, SeatRow
from game.presentation import PRESENTATIONS, messages
from game.seat_requests import record_file, seated
from game.services import (
    arrival_stamps,
    deals,
    drafts,
    match_news,
    matches,
    nudges,
    play,
    player_messages,
    presence,
    store,
    watching,
)
from game.services.clock import at_edge, now_ms
from game.services.settle_due import settled

log = logging.getLogger(__name__)


@require_safe
@gzip_page
@never_cache
def match_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The match, or its end page when it is over. A user without a seat gets a 404 that explains the link and is the
    same for every address, so that it reveals nothing of any match."""
    now, user_id = now_ms(), request.user.pk
    visitor = matches.visitor(public_id, user_id, now) if user_id is not None else None
    if visitor is None:
        return render(request, "game/not_yours.html", status=404)
    seat, row = visitor.seat, visitor.seat.match
    match_news.read_on_page(request, public_id, now)
    if row.status == Match.Status.OVER:
        return pages.end_page(request, pages.visit_of(row, seat))
    screen = screen_of(row, seat.seat, now, visitor.names)
    token = arrival_stamps.seat_token(row.public_id, seat.seat)
    page = panels.page(screen.view, screen.table)
    context = {
        **page,
        "unhurried": page["unhurried"] and not row.practice,
        "talks": len(screen.table.names) > 1 and not row.practice,
        "draft": drafts.kept(seat),
        "seat_token": token,
        "kept": pieces.KEPT,
        "screen_mark": unchanged_page.mark(row.public_id, seat.seat, get_language()),
        "preview": PRESENTATIONS[row.variant].preview(store.load(row)),
        "few_tries": messages.FEW_TRIES,
        **_onlookers(request, row),
        "origin": pages.origin_of(pages.visit_of(row, seat)) if row.practice else None,
    }
    return render(request, "game/match.html", context)


def _onlookers(request: HttpRequest, row: Match) -> dict[str, object]:
    """How many watch, where anybody may; a player may want to see nothing of it."""
    if not _is_watchable(row):
        return {"is_watchable": False}
    return {
        "is_watchable": True,
        "onlookers": eyes.element(watching.how_many_watch(row.pk), get_language() or ""),
        "hides_onlookers": not watching.shows_number(request),
    }


def _is_watchable(row: Match) -> bool:
    return not (row.practice or row.one_device)


@require_safe
@rate_limits.limited(rate_limits.POLLS)
@seated
def match_panels(request: HttpRequest, seat: SeatRow) -> HttpResponse:
    """All panels as out-of-band fragments, for a page without a socket, which polls only while it is visible; "nothing
    new" for one that names what it shows."""
    now = now_ms()
    presence.touch(seat.match_id, seat.seat, now, looks=True)
    row = settled(seat.match_id, now)
    shows = unchanged_page.shown_by(request.GET, row.public_id, seat.seat, get_language())
    if shows and (word := unchanged_page.word(row, shows, now)):
        return HttpResponse(word)
    screen = screen_of(row, seat.seat, now)
    if shows and pushes.is_put_off(screen, shows):
        return HttpResponse(pushes.put_off(screen))
    drawn = [*panels.render(screen.view, screen.table).values()]
    if _is_watchable(row):
        drawn.append(eyes.out_of_band(watching.how_many_watch(row.pk), get_language() or ""))
    return HttpResponse("\n".join(drawn))


@takes_json
@require_POST
@seated
def act(request: HttpRequest, seat: SeatRow) -> HttpResponse:
    """An action: answered with `ok`, or with a code and a sentence when the rules refuse it; 400 when it is none.

    A refusal is part of play and no fault, so it is no HTTP error either, which browsers would write to the console.
    The moment of arrival is read before anything else waits; a repeat of a nonce gets the stored answer, and one that
    could not be taken when it came is judged by when it came.
    """
    now = _arrival(request)
    rate_limits.take(rate_limits.ACTIONS, request)
    try:
        sent = player_messages.decode(_body(request))
        message = player_messages.read_action(sent, seat.match.variant, seat.match.language)
    except player_messages.BadMessage as bad:
        log.info("match %s: bad message (%s)", seat.match_id, bad)
        raise
    with one_of_few(seat):
        receipt = play.submit(seat.match_id, seat.seat, message, now, late_actions.first_arrival(request, seat, now))
    late_actions.is_answered(request, seat)
    if receipt.code:
        rejected = receipt.data.get("rejected", [])
        html = _rejection(seat, receipt.code, receipt.data) if rejected else ""
        return _refusal(200, receipt.code, receipt.data, version=receipt.version, rejected=rejected, html=html)
    return JsonResponse({"ok": True, "version": receipt.version})


@require_POST
@rate_limits.limited(rate_limits.NUDGES)
@seated
def nudge(request: HttpRequest, seat: SeatRow) -> HttpResponse:
    """Remind the player on turn. Where that is not allowed, or already done, nothing happens, and the page shows so."""
    nudges.nudge(seat.match_id, seat.seat, now_ms())
    if wants_part(request):
        return HttpResponse(status=204, headers={"HX-Trigger": "person"})
    return redirect("game:match", seat.match.public_id)


@takes_json
@require_POST
@seated
def readout(request: HttpRequest, seat: SeatRow) -> HttpResponse:
    """What tiles as laid would be worth, or why they may not lie so. Never whether a word exists."""
    rate_limits.take(rate_limits.READOUTS, request)
    row = seat.match
    laid = player_messages.read_laid(player_messages.decode(_body(request)), row.variant, row.language)
    result = read_out(store.load(row), seat.seat, laid)
    return JsonResponse(PRESENTATIONS[row.variant].worth(result) | {"version": row.version})


@takes_json
@require_http_methods(["GET", "POST"])
@seated
def draft(request: HttpRequest, seat: SeatRow) -> HttpResponse:
    """The tiles that the seat has laid and not yet played: to keep, or to read on another page of the same player.
    An answer to what was laid has the `mark` of the draft there is now; one that kept nothing, because another page has
    changed it, has the draft itself."""
    rate_limits.take(rate_limits.DRAFTS, request)
    if request.method == "GET":
        return JsonResponse(drafts.kept(seat))
    row = seat.match
    laid = player_messages.read_draft(player_messages.decode(_body(request)), row.variant, row.language)
    code = drafts.keep(seat, laid)
    now = drafts.kept(seat)
    if code == drafts.LAID_ELSEWHERE:
        return _refusal(200, code, laid=now)
    return _refusal(200, code) if code else JsonResponse({"ok": True, "mark": now["mark"]})


@takes_json
@require_POST
def deal(request: HttpRequest) -> HttpResponse:
    """A player's number for the `deal` that their page shows, before the match: {"deal": commitment, "number": hex}."""
    user_id = request.user.pk
    if user_id is None:
        return _refusal(200, "no_deal")
    rate_limits.take(rate_limits.READOUTS, request)
    data = player_messages.decode(_body(request))
    if not set(data) <= {"deal", "number"}:
        raise player_messages.BadMessage("unknown field")
    try:
        deals.take(data.get("deal"), user_id, data.get("number"))
    except deals.NumberRefused as refused:
        # A deal that is made already is no fault of the page that comes late, and nothing for its console.
        return _refusal(400 if refused.code == "bad_number" else 200, refused.code)
    return JsonResponse({"ok": True})


@require_safe
@rate_limits.limited(rate_limits.RECORDS)
@seated
def record(request: HttpRequest, seat: SeatRow) -> HttpResponse:
    """The match record to download, once the match is over."""
    row = settled(seat.match_id, now_ms())
    if row.status != Match.Status.OVER:
        raise Http404("the match is not over")
    return record_file(request, row)


def _player(seat: SeatRow) -> int:
    """Who sits there: the seat was found by its user."""
    assert seat.user_id is not None
    return seat.user_id


def _arrival(request: HttpRequest) -> Millis:
    """When the request reached the server's edge, however long it then waited for a thread or a connection."""
    scope = getattr(request, "scope", {})
    return at_edge(scope["arrived"]) if "arrived" in scope else now_ms()


def _body(request: HttpRequest) -> bytes:
    """The body of the request; one that is too large to be a message, or was cut off, is none."""
    try:
        return request.body
    except (RequestDataTooBig, UnreadablePostError) as error:
        raise player_messages.BadMessage("too large" if isinstance(error, RequestDataTooBig) else "cut off") from error


def _rejection(seat: SeatRow, code: str, data: dict[str, Any]) -> str:
    """The readout for a failed try: the words, the list that has them not, and for each the way to dispute it, or what
    came of it where the player has."""
    row = seat.match
    known = dictionary.disputes_among(_player(seat), row.lexicon_name, data["rejected"])
    words = [(word, known.get(word)) for word in dict.fromkeys(data["rejected"])]
    left = PRESENTATIONS[row.variant].tries_left(store.load(Match.objects.get(pk=row.pk)))
    tries = messages.refusal("too_many_tries") if left == 0 else messages.tries_left(left)
    context = {"row": row, "words": words, "message": messages.refusal(code, data), "tries": tries}
    return render_to_string("game/parts/rejected.html", context)


def _refusal(status: int, code: str, data: dict[str, Any] | None = None, **more: Any) -> JsonResponse:
    message = messages.refusal(code, data)
    return JsonResponse({"ok": False, "code": code, "message": message, **more}, status=status)
