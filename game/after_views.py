"""The doors of a match that is over. While it runs nobody finds anything behind them, its players neither."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from game import afterwards
from game.gcg import Heading, export
from game.models import Match, SeatRow
from game.rules.fair import check
from game.services import matches, sharing, stories
from game.services.clock import now_ms
from game.services.enforcement import settled
from game.views import seated

FinishedView = Callable[[HttpRequest, SeatRow, Match], HttpResponse]


def finished(view: FinishedView) -> Callable[[HttpRequest, str], HttpResponse]:
    """Give the view the user's seat and the row of the match once it is over; 404 before that, and for anybody else."""

    @seated
    @wraps(view)
    def door(request: HttpRequest, seat: SeatRow) -> HttpResponse:
        row = settled(seat.match_id, now_ms())
        if row.status != Match.Status.OVER:
            raise Http404("the match is not over")
        return view(request, seat, row)

    return door


@require_safe
@finished
def replay(request: HttpRequest, seat: SeatRow, row: Match) -> HttpResponse:
    """The match turn by turn."""
    return afterwards.replay_page(request, afterwards.visit_of(row, seat))


@require_safe
@finished
def gcg(request: HttpRequest, seat: SeatRow, row: Match) -> HttpResponse:
    """The match as GCG, to download."""
    story = stories.story_of(row)
    if story is None:
        raise Http404("no story")
    heading = Heading(matches.names_of(row.pk), f"{row.lexicon_name} {row.lexicon_version}", row.public_id)
    response = HttpResponse(export(story, heading), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="alfapower-{row.public_id}.gcg"'
    return response


@require_safe
@finished
def fair(request: HttpRequest, seat: SeatRow, row: Match) -> HttpResponse:
    """The fair deal checked: a page, or to htmx only what was found."""
    story = stories.story_of(row)
    if story is None:
        raise Http404("no story")
    seed = bytes(row.seed)
    context = {
        "fair": check(story, seed, row.commitment, matches.names_of(row.pk), row.lobby_order),
        "published": row.commitment,
        "seed": seed.hex(),
        "end_url": reverse("game:match", args=[row.public_id]),
    }
    htmx = request.headers.get("HX-Request") == "true"
    return render(request, "game/parts/fair.html" if htmx else "game/fair.html", context)


@require_POST
@finished
def share(request: HttpRequest, seat: SeatRow, row: Match) -> HttpResponse:
    """Make a link to the match, change what it shows, or revoke it; then the card, or without htmx the end page."""
    assert seat.user_id is not None
    if "revoke" in request.POST:
        sharing.revoke(row, seat.user_id)
    else:
        sharing.share(row, seat.user_id, hides_names="hide" in request.POST)
    if request.headers.get("HX-Request") != "true":
        return redirect("game:match", row.public_id)
    # The button that was pressed is gone with the old card: the keyboard goes on with the next step, not from the top.
    return render(request, "game/parts/share.html", {**afterwards.share_card(request, row), "pressed": True})
