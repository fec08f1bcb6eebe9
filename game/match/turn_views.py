"""Views that a match page loads later: earlier turns, a page at a time, the rules, and the field for commands."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common import rate_limits
from common.typed_text import whole_number
from game.dispatch.seat_views import receipts_of
from game.live import panels
from game.live.screens import screen_of
from game.match import rules_in_words
from game.models import Match, SeatRow
from game.presentation import PRESENTATIONS
from game.presentation.player_cards import addressed
from game.presentation.turn_lines import timed
from game.seat_requests import seated
from game.services import log_pages, store
from game.services.clock import now_ms
from game.services.settle_due import settled


@require_safe
@rate_limits.limited(rate_limits.MATCH_PAGES)
@seated
def turns(request: HttpRequest, seat: SeatRow) -> HttpResponse:
    """Up to a page of turns, newest first, that end with the log's entry `until`; the newest ones for no such entry."""
    now = now_ms()
    row = settled(seat.match_id, now)
    screen = screen_of(row, seat.seat, now)
    page = log_pages.turns_until(row, _entry(request.GET.get("until", ""), row.version))
    opens = screen.table.is_all or row.status == Match.Status.OVER
    ledger = receipts_of(row.variant, page.steps, seat.seat, opens)
    view, line = addressed(screen.view, screen.table), PRESENTATIONS[row.variant].line
    context = {
        "lines": [timed(line(receipt, view, screen.table.names), page.took) for receipt in reversed(ledger)],
        "game": row.variant,
        "table": {"public_id": row.public_id, "earlier": page.before},
        "foreign": panels.foreign(row.language),
    }
    return render(request, "game/turns_page.jinja", context, using="jinja2")


@require_safe
@rate_limits.limited(rate_limits.MATCH_PAGES)
@seated
def rules(request: HttpRequest, seat: SeatRow) -> HttpResponse:
    """Every rule of the match, as a fragment."""
    said = rules_in_words.all_of(store.load(seat.match))
    return render(request, "game/parts/rules.html", {"rules": said})


@require_safe
@rate_limits.limited(rate_limits.MATCH_PAGES)
@seated
def commands(request: HttpRequest, seat: SeatRow) -> HttpResponse:
    """The field in which the match is played in words, as a fragment; its script comes with it."""
    return render(request, "game/parts/command.html", {"game": seat.match.variant})


def _entry(text: str, last: int) -> int:
    """The number of a log entry as an address names it."""
    number = whole_number(text)
    return last if number is None else min(number, last)
