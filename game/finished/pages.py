"""Render the pages of a finished match, for its players and for visitors with a share link.

A player looks back from their own seat; for others both players are named alike, or not at all.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from common.htmx import wants_part
from game.dispatch.log_replay import MatchReplay
from game.dispatch.seat_views import sees_all
from game.finished import share_picture
from game.finished.end_context import end_context
from game.finished.replay_page import Moment, moment, turn_number
from game.kernel.base_types import Millis, Seat
from game.kernel.turn_times import turn_times
from game.live.screens import screen_of
from game.models import Match, PlayedOn, SeatRow, ShareLink
from game.presentation import PRESENTATIONS
from game.presentation.player_cards import addressed
from game.presentation.score_chart import course
from game.services import matches, replays, sharing
from game.services.clock import now_ms
from game.services.replays import ReplayedMatch
from game.variants import VARIANTS

R = TypeVar("R")

LONGEST_PART = 12
"""Characters of the turn that an address asks for; longer ones are no numbers of turns, and are alike."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit to a finished match: the seat (None: a stranger), the names that this visitor reads, the addresses of end
    page ("" for none) and replay for them, and the `link` by which a stranger came."""

    row: Match
    viewer: Seat | None
    names: tuple[str, ...]
    end_url: str
    replay_url: str
    picture_url: str = ""
    link: ShareLink | None = None

    @property
    def addressed(self) -> Seat | None:
        """The seat that sentences call "you": none where one has played for all."""
        return None if self.row.one_device and sees_all(self.row.variant) else self.viewer


def visit_of(row: Match, seat: SeatRow) -> Visit:
    """The visit of a player."""
    return Visit(
        row=row,
        viewer=seat.seat,
        names=matches.shown_names_of(row.pk),
        end_url=reverse("game:match", args=[row.public_id]),
        replay_url=reverse("game:replay", args=[row.public_id]),
    )


def visit_of_onlooker(row: Match) -> Visit:
    """The visit of one whom the players let in. There is no page of the result for them, and nothing to hand on."""
    return Visit(
        row=row,
        viewer=None,
        names=matches.shown_names_of(row.pk),
        end_url="",
        replay_url=reverse("game:watch-replay", args=[row.public_id]),
    )


def visit_by(link: ShareLink) -> Visit:
    """The visit of a stranger who has the link."""
    names = matches.shown_names_of(link.match_id)
    if link.hides_names:
        names = tuple(_("Player %(number)d") % {"number": number} for number in range(1, len(names) + 1))
    return Visit(
        row=link.match,
        viewer=None,
        names=names,
        end_url=reverse("game:shared", args=[link.token]),
        replay_url=reverse("game:shared-replay", args=[link.token]),
        picture_url=reverse("game:shared-picture", args=[link.token]),
        link=link,
    )


@dataclass(frozen=True, slots=True)
class Origin:
    """From which turn of which match another was played on; the `names` and the `url` of that match are empty for who
    may not look back at it."""

    turn: int
    names: tuple[str, ...] = ()
    url: str = ""


def origin_of(visit: Visit) -> Origin | None:
    """Where the match of a visit was played on from; None for one that was dealt. The address of that match is only for
    a player who can still see it."""
    made = PlayedOn.objects.select_related("source", "link").filter(match=visit.row).first()
    if made is None:
        return None
    if visit.viewer is None:
        return Origin(made.turn)
    user_id = SeatRow.objects.get(match=visit.row, seat=visit.viewer).user_id
    mine = SeatRow.objects.filter(match=made.source, user_id=user_id).first() if made.source and user_id else None
    seen = None
    if made.source and mine:
        seen = visit_of(made.source, mine)
    elif made.link:
        seen = visit_by(made.link)
    return Origin(made.turn, seen.names, f"{seen.replay_url}?turn={made.turn - 1}") if seen else Origin(made.turn)


def end_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """How the match ended, with the replay at its last turn."""
    if visit.viewer is None:
        return _kept(request, visit, "game/end.html", "game/parts/end_body.html", lambda: _end(visit))
    talks = len(visit.names) > 1 and not visit.row.practice
    return render(request, "game/end.html", _end(visit) | share_card(request, visit.row) | {"talks": talks})


def _end(visit: Visit) -> dict[str, Any]:
    replayed = replays.replayed_match(visit.row)
    context = _screen(visit, replayed)
    context |= end_context(context["view"], context["table"])
    context |= {"moment": _moment(visit, replayed, None), "disagrees": disagrees(replayed)}
    context["origin"] = origin_of(visit) if visit.row.practice else None
    if replayed is not None:
        states = replayed.replay.states
        scores = [[player.score for player in state.players] for state in states]
        context["scores"] = course(scores, visit.names, visit.addressed)
        context |= PRESENTATIONS[visit.row.variant].looking_back(states, replayed.facts, visit.names, visit.addressed)
    return context


def share_card(request: HttpRequest, row: Match) -> dict[str, Any]:
    """What the card is drawn from with which a player shows the match around."""
    link = sharing.link_of(row, request.user.pk) if request.user.pk is not None else None
    url = request.build_absolute_uri(reverse("game:shared", args=[link.token])) if link else ""
    return {"shared": link, "shared_url": url, "share_url": reverse("game:share", args=[row.public_id])}


def replay_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The replay at the turn that the address names; to htmx only that step. It says so where the log has none."""
    turn = request.GET.get("turn")
    if wants_part(request):
        replayed = replays.replayed_match(visit.row, trusted_for=replays.TRUSTED_SECONDS)
        step = _replay(visit, replayed, turn)
        return render(request, "game/parts/replay_step.html" if replayed else "game/parts/seal_mismatch.html", step)
    if visit.viewer is None:
        body = "game/parts/replay_body.html"
        return _kept(request, visit, "game/replay.html", body, lambda: _whole_replay(visit, turn), turn or "")
    return render(request, "game/replay.html", _whole_replay(visit, turn))


def _whole_replay(visit: Visit, turn: str | None) -> dict[str, Any]:
    replayed = replays.replayed_match(visit.row)
    context = _replay(visit, replayed, turn) | _screen(visit, replayed)
    shown = PRESENTATIONS[visit.row.variant]
    told = addressed(context["view"], context["table"])
    context |= {"headline": shown.headline(told, visit.names), "reasons": shown.reasons(told, visit.names)}
    return context


def _replay(visit: Visit, replayed: ReplayedMatch | None, turn: str | None) -> dict[str, Any]:
    return {
        "moment": _moment(visit, replayed, turn),
        "disagrees": disagrees(replayed),
        "replay_url": visit.replay_url,
        "end_url": visit.end_url,
        "game": visit.row.variant,
        "table": {"public_id": visit.row.public_id},
    }


def _kept(
    request: HttpRequest, visit: Visit, page: str, body: str, context: Callable[[], dict[str, Any]], part: str = ""
) -> HttpResponse:
    """A page for strangers, its `body` rendered once for all of them and kept for a minute: a link shown to a crowd
    costs what one request costs. The page around it is the visitor's own and not kept."""

    def drawn() -> dict[str, Any]:
        made = context()
        return {
            "body": render_to_string(body, made),
            "moment": made["moment"] is not None,
            "about": _told_elsewhere(made["view"], visit.names),
        }

    shown = _kept_for_a_minute("shared", visit, drawn, body, part[:LONGEST_PART], visit.end_url)
    addresses = {
        "shared_url": request.build_absolute_uri(visit.end_url),
        "picture_url": request.build_absolute_uri(visit.picture_url) if visit.picture_url else "",
    }
    return render(request, page, shown | addresses | {"view": {"viewer": None}, "game": visit.row.variant})


def kept_picture(visit: Visit) -> bytes:
    """The match's picture for links, drawn once and kept for a minute."""

    def drawn() -> bytes:
        return share_picture.draw(screen_of(visit.row, None, now_ms()).view, visit.names)

    return _kept_for_a_minute("picture", visit, drawn)


def _kept_for_a_minute(what: str, visit: Visit, draw: Callable[[], R], *more: str) -> R:
    """What is drawn for all visits with the same language, names and `more`, once in a minute."""
    who = (get_language(), visit.row.public_id, visit.names, more)
    key = f"{what}-{hashlib.sha256(repr(who).encode()).hexdigest()}"
    kept: R | None = cache.get(key)
    if kept is None:
        kept = draw()
        cache.set(key, kept, replays.TRUSTED_SECONDS)
    return kept


def _told_elsewhere(view: Any, names: tuple[str, ...]) -> dict[str, str]:
    """What other sites and messengers show of a link to the match beside the picture: a title and a sentence."""
    variant, players = view.rules.variant, zip(names, view.totals, strict=True)
    title = _(VARIANTS[variant].title)
    result = " – ".join(f"{name} {share_picture.with_minus(total.total)}" for name, total in players)
    return {"title": f"{result} · {title}", "text": f"{title}. {PRESENTATIONS[variant].headline(view, names)}"}


def disagrees(replayed: ReplayedMatch | None) -> bool:
    """Whether what is stored of a finished match differs from what its log and its sealed numbers make."""
    return replayed is None or not replayed.deal.fair


def _moment(visit: Visit, replayed: ReplayedMatch | None, turn: str | None) -> Moment | None:
    if replayed is None:
        return None
    replay = replayed.replay
    return moment(replay, turn_number(turn, replay.last), visit.addressed, visit.names, _took(visit, replay))


def _took(visit: Visit, replay: MatchReplay) -> Mapping[int, Millis]:
    """How long each turn took, which is shown for slow matches."""
    if not visit.row.slow:
        return {}
    times = [visit.row.started_at, *(step.at for step in replay.steps)]
    return turn_times(zip(times, replay.log, strict=True))


def _screen(visit: Visit, replayed: ReplayedMatch | None) -> dict[str, Any]:
    """What the page is drawn from; with the receipts of the whole match where it could be replayed."""
    screen = screen_of(visit.row, visit.viewer, now_ms())
    view, table = screen.view, replace(screen.table, names=visit.names)
    if replayed is not None:
        view = replace(view, receipts=replayed.replay.receipts)
        table = replace(table, took=_took(visit, replayed.replay))
    return {
        "view": view,
        "table": table,
        "game": visit.row.variant,
        "names": visit.names,
        "end_url": visit.end_url,
        "replay_url": visit.replay_url,
    }
