"""What stands beside a case for whoever decides it: reports, talk, matches, the player, the log.

Each part is bounded, so that a case of ten thousand reports is as cheap as one of a hundred. Of running matches no hand
is read, and nothing is analysed for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from accounts.api import (
    RatedTurns,
    User,
    feeding_pairs,
    history_of,
    how_many_block,
    last_rated,
    walk_aways_of,
)
from bots.api import accuracies
from common.models import AuditEntry
from game import api as game
from people.models import Case, Report
from people.reporting.case_sentences import DONE, decision_label
from people.reporting.services.cases import NO_FAULT
from people.talk.said_lines import in_words
from people.talk.services.lines import TalkRow, around

MOST_REPORTS, MOST_MATCHES, MOST_ENTRIES = 100, 20, 50
MOST_TALKS = 5
MOST_CASES = 20


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A report, with how many decided ones its reporter has sent before, and how many of those were upheld."""

    row: Report
    sent: int
    upheld: int


@dataclass(frozen=True, slots=True)
class Talk:
    """The talk around the reported lines of one match: what was said and who muted whom, with the words of each, and
    whether it was reported."""

    match: str
    rows: Sequence[tuple[TalkRow, str, bool]]


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match that reports are about; `has_talk`: a line of it was reported."""

    match: game.MatchAsSeen
    reports: int
    has_talk: bool


@dataclass(frozen=True, slots=True)
class ShownTurns:
    """One of the last rated matches, with the accuracy in per cent, where the match has been analysed."""

    turns: RatedTurns
    accuracy: int | None


@dataclass(frozen=True, slots=True)
class PastCase:
    """A case about the player that is decided."""

    number: int
    decided_at: int
    decision: str
    reason: str
    reports: int


def evidence(case: Case, now_ms: int) -> dict[str, Any]:
    """The context of the page."""
    about = case.about
    reports = list(case.reports.select_related("reporter", "line__match").order_by("-pk")[:MOST_REPORTS])
    return {
        "reports": _with_past(case, reports),
        "how_many_reports": case.reports.count(),
        "last_seen": reports[0].pk if reports else 0,
        "talks": _talks(reports),
        "matches": _matches(case),
        "names": [(name, last) for name, last in game.names_played_under(about.pk) if name != about.display_name],
        "blocked_by": how_many_block(about.pk),
        "walk_aways": walk_aways_of(about.pk),
        "sanctions": history_of(about.pk)[:MOST_CASES],
        "past_cases": _past_cases(case),
        "pairs": feeding_pairs(now_ms, about.pk) if about.can_be_ranked else [],  # a guest has no points
        "rated": _rated(about),
        "log": log_of(case, reports),
    }


def _with_past(case: Case, reports: Sequence[Report]) -> list[ShownReport]:
    senders = {row.reporter_id for row in reports if row.reporter_id is not None}
    decided = Report.objects.filter(reporter__in=senders, case__decided_at__isnull=False).exclude(case=case)
    upheld = Count("pk", filter=~Q(case__decision=NO_FAULT))
    rows = decided.order_by().values_list("reporter").annotate(sent=Count("pk"), upheld=upheld)
    past = {reporter: (sent, held) for reporter, sent, held in rows}
    return [ShownReport(row, *past.get(row.reporter_id, (0, 0))) for row in reports]


def _talks(reports: Sequence[Report]) -> list[Talk]:
    of_match: dict[str, set[int]] = {}
    for row in reports:
        if row.line is not None:
            of_match.setdefault(row.line.match.public_id, set()).add(row.line.pk)
    return [Talk(match, _rows_around(lines)) for match, lines in list(of_match.items())[:MOST_TALKS]]


def _rows_around(lines: set[int]) -> list[tuple[TalkRow, str, bool]]:
    found = {(row.at, row.line_id or 0, row.user_id or 0, row.muted_id or 0): row
             for line in sorted(lines)[:MOST_TALKS] for row in around(line)}  # fmt: skip
    return [(row, in_words(row.said, row.text), row.line_id in lines) for _key, row in sorted(found.items())]


def _matches(case: Case) -> list[ShownMatch]:
    rows = case.reports.exclude(match_public_id="").order_by().values_list("match_public_id")
    counted = rows.annotate(number=Count("pk"), lines=Count("line")).order_by("-number", "match_public_id")[
        :MOST_MATCHES
    ]
    found = {match: (reports, lines) for match, reports, lines in counted}
    shown = game.matches_as_seen(list(found))
    return [ShownMatch(one, found[one.public_id][0], found[one.public_id][1] > 0) for one in shown]


def _past_cases(case: Case) -> list[PastCase]:
    rows = Case.objects.filter(about=case.about_id, decided_at__isnull=False).exclude(pk=case.pk)
    rows = rows.annotate(reported=Count("reports")).order_by("-decided_at")[:MOST_CASES]
    return [
        PastCase(one.pk, one.decided_at or 0, decision_label(one.decision), one.reason, one.reported) for one in rows
    ]


def _rated(about: User) -> list[ShownTurns]:
    rows = last_rated(about.pk)
    found = accuracies([(row.match_id, row.seat) for row in rows])
    return [ShownTurns(row, found.get(row.match_id)) for row in rows]


def log_of(case: Case, reports: Sequence[Report]) -> list[tuple[int, str, str]]:
    """What has happened to the case, the latest first: when (ms), who, what."""
    entries = AuditEntry.objects.filter(kind=Case._meta.label_lower, object_id=str(case.pk))[:MOST_ENTRIES]
    done = [(int(one.at.timestamp() * 1000), one.who, str(DONE.get(one.note, one.note))) for one in entries]
    made = [(row.made_at, str(row.reporter or "–"), str(row.get_reason_display())) for row in reports[:MOST_ENTRIES]]
    return sorted([*done, *made], reverse=True)[:MOST_ENTRIES]
