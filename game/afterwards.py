"""The pages of a finished match, for its players and for whoever has a shared link.

A player looks back from the own seat; to others both players are named alike, or not at all.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from game import endpage
from game.models import Match, SeatRow
from game.replaypage import Moment, moment, turn_number
from game.rules.basics import Seat
from game.screens import screen_of
from game.services import matches, sharing, stories
from game.services.clock import now_ms
from game.services.stories import Telling


@dataclass(frozen=True, slots=True)
class Visit:
    """Who looks at which finished match: the seat (None: a stranger), the names that this visitor reads, and where
    end page and replay are for them."""

    row: Match
    viewer: Seat | None
    names: tuple[str, ...]
    end_url: str
    replay_url: str


def visit_of(row: Match, seat: SeatRow) -> Visit:
    """The visit of a player."""
    return Visit(
        row=row,
        viewer=seat.seat,
        names=matches.shown_names_of(row.pk),
        end_url=reverse("game:match", args=[row.public_id]),
        replay_url=reverse("game:replay", args=[row.public_id]),
    )


def end_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """How the match ended, with the replay at its last turn."""
    telling = stories.telling_of(visit.row)
    context = _screen(visit) | {"moment": _moment(visit, telling, None), "disagrees": disagrees(telling)}
    if visit.viewer is not None:
        context |= share_card(request, visit.row)
    if telling is not None:
        context["useful"] = endpage.most_useful(telling.facts, visit.viewer)
    return render(request, "game/end.html", context)


def share_card(request: HttpRequest, row: Match) -> dict[str, Any]:
    """What the card is drawn from with which a player shows the match around."""
    link = sharing.link_of(row, request.user.pk) if request.user.pk is not None else None
    url = request.build_absolute_uri(reverse("game:shared", args=[link.token])) if link else ""
    return {"shared": link, "shared_url": url, "share_url": reverse("game:share", args=[row.public_id])}


def replay_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The replay at the turn that the address names; to htmx only that step. A log that tells no story is said so."""
    is_step = request.headers.get("HX-Request") == "true"
    telling = stories.telling_of(visit.row, afresh=not is_step)
    shown = _moment(visit, telling, request.GET.get("turn"))
    context: dict[str, Any] = {
        "moment": shown,
        "disagrees": disagrees(telling),
        "replay_url": visit.replay_url,
        "table": {"public_id": visit.row.public_id},
    }
    if is_step:
        return render(request, "game/parts/replay_step.html" if shown else "game/parts/disagrees.html", context)
    context |= _screen(visit)
    context["headline"] = endpage.headline(context["view"], visit.names)
    context["reasons"] = endpage.reasons(context["view"], visit.names)
    return render(request, "game/replay.html", context)


def disagrees(telling: Telling | None) -> bool:
    """Whether what is stored of a finished match is not what its log and its sealed numbers make."""
    return telling is None or not telling.deal.fair


def _moment(visit: Visit, telling: Telling | None, turn: str | None) -> Moment | None:
    if telling is None:
        return None
    story = telling.story
    return moment(story, turn_number(turn, story.last), visit.viewer, visit.names)


def _screen(visit: Visit) -> dict[str, Any]:
    screen = screen_of(visit.row, visit.viewer, now_ms())
    return {
        "view": screen.view,
        "table": replace(screen.table, names=visit.names),
        "names": visit.names,
        "end_url": visit.end_url,
        "replay_url": visit.replay_url,
    }
