"""Actions sent a second time because the site could not take them the first time (services/arrival_stamps.py), over
HTTP.

`X-Seat` is the token that the page was drawn with, `X-Stamp` what the answer "not now" carried.
"""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, UnreadablePostError

from game.kernel.base_types import Millis
from game.models import SeatRow
from game.services import arrival_stamps, clock

DOOR = "game:act"


def stamp_for(request: HttpRequest) -> str:
    """The stamp to answer an action with that cannot be taken now; "" for any other request. Queries no database."""
    door = request.resolver_match
    arrived_at = clock.known_at_edge(_edge(request))
    if door is None or door.view_name != DOOR or arrived_at is None:
        return ""
    public_id = door.kwargs["public_id"]
    seat = arrival_stamps.seat_in(request.headers.get("X-Seat", ""), public_id)
    try:
        what = None if seat is None else arrival_stamps.sent(public_id, seat, request.body)
    except (RequestDataTooBig, UnreadablePostError):
        return ""
    return "" if what is None else arrival_stamps.issue(what, arrived_at, request.headers.get("X-Stamp", ""))


def first_arrival(request: HttpRequest, seat: SeatRow, now: Millis) -> Millis | None:
    """When an action that comes again first came, by the stamp it brings back; None where it brings none."""
    stamp = request.headers.get("X-Stamp", "")
    what = arrival_stamps.sent(seat.match.public_id, seat.seat, request.body) if stamp else None
    return None if what is None else arrival_stamps.read(stamp, what, now)


def is_answered(request: HttpRequest, seat: SeatRow) -> None:
    """The seat's next action may be stamped."""
    if arrival_stamps.are_out():
        what = arrival_stamps.sent(seat.match.public_id, seat.seat, request.body)
        if what is not None:
            arrival_stamps.answered(what)


def _edge(request: HttpRequest) -> int:
    scope = getattr(request, "scope", {})
    found: int = scope["arrived"] if "arrived" in scope else clock.edge_stamp()
    return found
