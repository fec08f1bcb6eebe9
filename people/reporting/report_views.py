"""The page by which one player reports another: from a profile, a match, a line of talk, a room, a challenge."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.api import User, block, has_blocked
from common import rate_limits
from common.typed_text import whole_number
from common.view_kinds import fresh_form
from game import api as game
from people.models import Report, ReportedFrom, ReportReason, TalkLine
from people.reporting.report_sentences import FIELDS, REASONS, sentence
from people.reporting.services import reports
from people.reporting.services.reports import MOST_LETTERS, ReportRefused, Wanted
from people.talk.said_lines import in_words

MOST_MATCHES = 10
_NOT_THERE = ("no_player", "yourself", "no_match", "no_line")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a report is made, as the address says it: a match by its public id, a line of talk by its key."""

    made_from: str
    match: str
    line: int | None


@fresh_form()
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """The form about that player, filled in by `match`, `line` and `from` of the address; posted, the report. 404 for
    whom one does not know, and for a match or a line that the two do not share: all alike."""
    reporter = request.user
    if not isinstance(reporter, User):
        return redirect_to_login(request.get_full_path())
    if request.method == "POST":
        rate_limits.take(rate_limits.REPORTS, request)
        return _send(request, reporter, public_id)
    return _page(request, reporter, public_id, {})


def _send(request: HttpRequest, reporter: User, public_id: str) -> HttpResponse:
    posted, place = request.POST, _place(request.POST)
    wanted = Wanted(
        reason=posted.get("reason", ""),
        words=posted.get("words", ""),
        made_from=place.made_from,
        match=place.match,
        line=place.line,
        wants_answer="wants_answer" in posted,
    )
    now_ms = game.now_ms()
    try:
        is_added = reports.report(reporter.pk, public_id, wanted, now_ms)
    except ReportRefused as refused:
        if refused.code in _NOT_THERE:
            raise Http404("no such player") from refused
        return _page(request, reporter, public_id, posted, refused.code)
    about = reports.reportable(reporter.pk, public_id)
    match, _line = reports.place_of(reporter.pk, about.pk, place.match, place.line)
    if "block" in posted:
        block(reporter.pk, about.pk, now_ms)
    thanks = _("Added. A moderator reads it.") if is_added else _("Received. Thank you, a moderator reads it.")
    messages.success(request, thanks)
    if place.made_from == ReportedFrom.PROFILE and not about.is_guest and about.is_active:
        return redirect("accounts:player", public_id)
    query = f"?match={match}&from={place.made_from}" if match else f"?from={place.made_from}"
    return redirect(reverse("people:report", args=[public_id]) + query)


def _page(
    request: HttpRequest, reporter: User, public_id: str, posted: Mapping[str, str], code: str = ""
) -> HttpResponse:
    place = _place(posted or request.GET)
    try:
        about = reports.reportable(reporter.pk, public_id)
        match, line = reports.place_of(reporter.pk, about.pk, place.match, place.line)
    except ReportRefused as refused:
        raise Http404("no such player") from refused
    before = None
    try:
        before = reports.standing_report(reporter.pk, about.pk, match, game.now_ms())
    except ReportRefused as refused:
        code = code or refused.code
    if code and code not in FIELDS:
        context = {"about": about, "said": sentence(code, about.display_name), "match": match}
        return render(request, "people/report_refused.html", context, status=409 if posted else 200)
    errors = {FIELDS[code]: sentence(code, about.display_name)} if code else {}
    context = {
        "about": about,
        "place": place,
        "match": match,
        "line": line,
        "said": in_words(line.said, line.text) if line else "",
        "matches": [] if match else _matches(reporter, about),
        "reasons": [(reason, reason.label, meaning) for reason, meaning in REASONS],
        "chosen": posted.get("reason") or _reason_at_first(before, line),
        "before": before,
        "before_at": datetime.fromtimestamp(before.made_at / 1000, tz=UTC) if before else None,
        "posted": posted,
        "back_url": _back(about, match),
        "errors": errors,
        "most": MOST_LETTERS,
        "may_block": not has_blocked(reporter.pk, about.pk),
    }
    if match:
        context["shown_match"] = next(iter(game.matches_as_seen([match])), None)
    return render(request, "people/report.html", context, status=422 if errors else 200)


def _back(about: User, match: str) -> str:
    """Where the form leads that is not sent: to the match, the profile, or home, for a guest has no profile."""
    if match:
        return reverse("game:match", args=[match])
    return reverse("lobby:home") if about.is_guest else reverse("accounts:player", args=[about.public_id])


def _reason_at_first(before: Report | None, line: TalkLine | None) -> str:
    """From a line of talk it is insults; nothing else is chosen beforehand but what was said before."""
    if line is not None:
        return ReportReason.INSULTS.value
    return before.reason if before else ""


def _matches(reporter: User, about: User) -> list[game.MatchAsSeen]:
    return game.matches_of_both(reporter.pk, about.pk, MOST_MATCHES)


def _place(said: Mapping[str, str]) -> Place:
    """The place in the address or the form; one that cannot be is none. Raises Http404 for a line that is no key."""
    match, line, made_from = said.get("match", ""), said.get("line", ""), said.get("from", "")
    if "\0" in match:
        raise Http404("no such match")
    line_id = whole_number(line)
    if line and line_id is None:
        raise Http404("no such line")
    if made_from not in ReportedFrom.values:
        usual = ReportedFrom.MATCH if match else ReportedFrom.PROFILE
        made_from = (ReportedFrom.TALK if line else usual).value
    return Place(made_from, match, line_id)
