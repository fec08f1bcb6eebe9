"""Finished matches for staff who look into them: the replay and the record, without a seat. A running match has neither
here, whoever asks, for both tell its hands."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from game.finished import pages
from game.finished.pages import Visit
from game.models import Match
from game.seat_requests import record_file
from game.services import matches
from game.services.clock import now_ms
from game.services.settle_due import settled

RIGHT = "game.view_match"


@require_safe
@never_cache
def replay(request: HttpRequest, match_id: int) -> HttpResponse:
    """The match turn by turn, as who has a link to it sees it."""
    row = _finished(request, match_id)
    visit = Visit(
        row=row,
        viewer=None,
        names=matches.shown_names_of(row.pk),
        end_url=reverse("admin:game_match_change", args=[row.pk]),
        replay_url=reverse("admin:game_match_replay", args=[row.pk]),
    )
    return pages.replay_page(request, visit)


@require_safe
@never_cache
def record(request: HttpRequest, match_id: int) -> HttpResponse:
    """The match record, every action with its moment, to download."""
    return record_file(request, _finished(request, match_id))


def _finished(request: HttpRequest, match_id: int) -> Match:
    if not request.user.has_perm(RIGHT):
        raise PermissionDenied
    found = Match.objects.filter(pk=match_id).only("pk").first()
    row = settled(found.pk, now_ms()) if found else None
    if row is None or row.status != Match.Status.OVER:
        raise Http404("no finished match")
    return row
