"""Views of a finished match. While it runs they respond with 404, to its players too."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from common import rate_limits
from common.htmx import wants_part
from game.finished import pages
from game.models import Match, SeatRow
from game.presentation import PRESENTATIONS
from game.presentation.gcg import DISAGREES, Heading
from game.seat_requests import no_record, seated
from game.services import beginnings, deal_numbers, matches, replays, sharing
from game.services.clock import now_ms
from game.services.settle_due import settled
from game.variants import VARIANTS

FinishedView = Callable[[HttpRequest, SeatRow, Match], HttpResponse]


def finished(view: FinishedView) -> Callable[[HttpRequest, str], HttpResponse]:
    """Pass the view the user's seat and the row of the match once it is over; 404 before that, and for others."""

    @rate_limits.limited(rate_limits.MATCH_PAGES)
    @seated
    @wraps(view)
    def wrapped(request: HttpRequest, seat: SeatRow) -> HttpResponse:
        row = settled(seat.match_id, now_ms())
        if row.status != Match.Status.OVER:
            raise Http404("the match is not over")
        return view(request, seat, row)

    return wrapped


@require_safe
@finished
def replay(request: HttpRequest, seat: SeatRow, row: Match) -> HttpResponse:
    """The match turn by turn."""
    return pages.replay_page(request, pages.visit_of(row, seat))


@require_safe
@rate_limits.limited(rate_limits.RECORDS)
@finished
def gcg(request: HttpRequest, seat: SeatRow, row: Match) -> HttpResponse:
    """The match as GCG, to download."""
    shown = PRESENTATIONS[row.variant]
    if shown.gcg is None:
        raise Http404("this game has no such form")
    if beginnings.is_played_on(row):
        return no_record(request, row, "no_record")
    replayed = replays.replayed_match(row)
    heading = Heading(matches.names_of(row.pk), f"{row.lexicon_name} {row.lexicon_version}", row.public_id)
    text = shown.gcg(replayed.replay, heading) if replayed is not None else ""
    if pages.disagrees(replayed):
        text = f"#note {DISAGREES}\n{text}"
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="alfapower-{row.public_id}.gcg"'
    return response


@require_safe
@finished
def fair(request: HttpRequest, seat: SeatRow, row: Match) -> HttpResponse:
    """The check of the fair deal: a page, or for htmx only its result."""
    replayed = replays.replayed_match(row)
    context: dict[str, Any] = {"end_url": reverse("game:match", args=[row.public_id])}
    context["by_lot"] = VARIANTS[row.variant].by_lot
    context["has_hands"] = PRESENTATIONS[row.variant].has_hands
    if replayed is not None:
        context["fair"] = replayed.deal
    context["played_on"] = beginnings.is_played_on(row)
    if replayed is not None and replayed.deal.fair and not context["played_on"]:
        senders, dealt = _senders(row), replayed.replay.states[0]
        context |= {
            "numbers": deal_numbers.of_match(row),
            "senders": senders,
            "chosen": row.chosen_deal,
            "sent": sum(number is not None for _name, number in senders),
            # For the check that the browser makes by itself (fair.js).
            "match": row.public_id,
            "seat": seat.seat,
            "record_url": reverse("game:record", args=[row.public_id]),
            **PRESENTATIONS[row.variant].redrawing(dealt),
        }
    htmx = wants_part(request)
    return render(request, "game/parts/fair.html" if htmx else "game/fair.html", context)


def _senders(row: Match) -> list[tuple[str, str | None]]:
    """The players' numbers for the deal, in lobby order: the name and the number (hex), None for one who sent none.
    Empty for a match from before players did."""
    fair, names = deal_numbers.of_match(row), matches.names_of(row.pk)
    order = row.lobby_order or names
    return [
        (matches.shown_name(name), None if number is None else number.hex())
        for name, number in zip(order, fair.players, strict=False)
    ]


@require_POST
@finished
def share(request: HttpRequest, seat: SeatRow, row: Match) -> HttpResponse:
    """Make a link to the match, change what it shows, or revoke it; then the card, or without htmx the end page."""
    assert seat.user_id is not None
    if "revoke" in request.POST:
        sharing.revoke(row, seat.user_id)
    else:
        sharing.share(row, seat.user_id, hides_names="hide" in request.POST)
    if not wants_part(request):
        return redirect("game:match", row.public_id)
    # The button that was pressed is gone with the old card: the keyboard goes on with the next step, not from the top.
    return render(request, "game/parts/share.html", {**pages.share_card(request, row), "pressed": True})
