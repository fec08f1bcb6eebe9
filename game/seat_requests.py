"""Look up the seat that a request is about; a stranger gets a 404. And the record, which staff may ask for too."""

import json
from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from game.models import Match, SeatRow
from game.presentation import messages
from game.services import matches

SeatView = Callable[[HttpRequest, SeatRow], HttpResponse]


def seated(view: SeatView) -> Callable[[HttpRequest, str], HttpResponse]:
    """Pass the view the seat that the user has in the match; 404 for others, as for a match that does not exist."""

    @wraps(view)
    @never_cache
    def wrapped(request: HttpRequest, public_id: str) -> HttpResponse:
        seat = own_seat(request, public_id)
        if seat is None:
            raise Http404("no such match of yours")
        return view(request, seat)

    return wrapped


def own_seat(request: HttpRequest, public_id: str) -> SeatRow | None:
    """The requesting user's seat, with its match; None where they have none there."""
    user_id = request.user.pk
    return matches.seat_of(public_id, user_id) if user_id is not None else None


def record_file(request: HttpRequest, row: Match) -> HttpResponse:
    """The record of a match that is over, to download."""
    try:
        told = matches.export(row)
    except matches.NoRecord as none:
        return no_record(request, row, none.code)
    response = HttpResponse(json.dumps(told, ensure_ascii=False, indent=1), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="alfapower-{row.public_id}.json"'
    return response


def no_record(request: HttpRequest, row: Match, code: str) -> HttpResponse:
    """The message for a request for the record of a match that has none."""
    context = {"said": messages.refusal(code), "match": row.public_id}
    return render(request, "game/no_record.html", context, status=404)
