"""The doors of a match that is over. While it runs nobody finds anything behind them, its players neither."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from game import afterwards
from game.models import Match, SeatRow
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


@require_GET
@finished
def replay(request: HttpRequest, seat: SeatRow, row: Match) -> HttpResponse:
    """The match turn by turn."""
    return afterwards.replay_page(request, afterwards.visit_of(row, seat))
