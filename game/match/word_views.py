"""Views of a word of a match: its meaning, the list that judged it, and the way to the word court.

While a match runs its players find the words that were laid, which are public, and their own failed tries; when it is
over, all of them. Any other word is not there, whether the list has it or not.
"""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from common import client_address, rate_limits
from common.htmx import wants_part
from dictionary import api as dictionary
from game.kernel.events import Kind
from game.models import Match
from game.seat_requests import own_seat
from game.services import log_pages
from game.services.clock import now_ms
from game.services.settle_due import settled


@dataclass(frozen=True, slots=True)
class Case:
    """A word that the viewer may ask about. `rejected`: the list has it not; `open`: it may be disputed by now."""

    row: Match
    user_id: int
    word: str
    rejected: bool

    @property
    def open(self) -> bool:
        """One's own failed try at once, whatever else there is after the end."""
        return self.rejected or self.row.status == Match.Status.OVER


@never_cache
@require_safe
def word(request: HttpRequest, public_id: str, word: str) -> HttpResponse:
    """The fragment about a word. It may wait for a definition, so nothing else is in it."""
    case = _case(request, public_id, word)
    may_wait = rate_limits.allows(rate_limits.MEANINGS, request)
    definition = dictionary.definition(case.word, case.row.language, ask=may_wait)
    return render(request, "game/parts/word.html", {"case": case, "definition": definition, **_court(case)})


@never_cache
@require_POST
def dispute(request: HttpRequest, public_id: str, word: str) -> HttpResponse:
    """Send the word to the court; what became of it, or without htmx the match again."""
    case = _case(request, public_id, word)
    if not case.open:
        raise Http404("not to be disputed now")
    late = False
    try:
        dictionary.dispute(
            case.user_id,
            case.row.lexicon_name,
            case.row.lexicon_version,
            case.word,
            address=client_address.of(request),
            match=case.row.public_id,
        )
    except dictionary.TooManyDisputes:
        late = True
    if not wants_part(request):
        return redirect("game:match", case.row.public_id)
    return render(request, "game/parts/dispute.html", {"case": case, "late": late, **_court(case)})


def _court(case: Case) -> dict[str, object]:
    return {"dispute": dictionary.dispute_of(case.user_id, case.row.lexicon_name, case.word)}


def _case(request: HttpRequest, public_id: str, word: str) -> Case:
    """The word, if it is one that this user may know of in that match; the same 404 for everything else."""
    seat, user_id = own_seat(request, public_id), request.user.pk
    if seat is None or user_id is None:
        raise Http404("no such match of yours")
    row = settled(seat.match_id, now_ms())
    for event in log_pages.events_naming(row, word):
        told = event.seen_by(seat.seat, row.status == Match.Status.OVER)
        if event.kind == Kind.WORDS_SCORED and any(word == line[0] for line in told["words"]):
            return Case(row, user_id, word, rejected=False)
        if event.kind == Kind.ATTEMPT_FAILED and word in told.get("rejected", ()):
            return Case(row, user_id, word, rejected=True)
    raise Http404("no word of the match")
