"""Cases: a moderator takes one, and decides it or puts it back (rules/people.md §7).

Two cannot take the same one, and one that is not decided is free after two hours. Whoever closes one locks the player
that it is about first, as whoever reports does: a report that comes meanwhile waits, and opens a case of its own.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db import transaction
from django.db.models import Min, Q
from django.urls import reverse

from accounts.api import CannotSanction, SanctionKind, User, history_of, lock_players, sanction
from common import audit_log
from common.durations import HOUR_MS
from common.models import AuditEntry
from news import api as news
from people.models import Case
from people.reporting.conflicts import Conflict, conflict_of
from people.reporting.services.reports import LOOKED_AT, RECEIVED, topic_of, weight_of

TAKEN_MS = 2 * HOUR_MS
CUT_OFF_MS = 60_000
NO_FAULT = "no_fault"

TOOK, PUT_BACK, DECIDED = "took the case", "put the case back", "decided the case"
"""What stands in the audit log; shown in the reader's language (people/reporting/case_sentences.py)."""


class CaseRefused(ValueError):
    """Nothing was changed. `code`: no_case, decided, taken (by `holder`), not_taken, or a conflict of the moderator."""

    def __init__(self, code: Conflict | Literal["no_case", "decided", "taken", "not_taken"], holder: str = "") -> None:
        super().__init__(code)
        self.code, self.holder = code, holder


@dataclass(frozen=True, slots=True)
class Decision:
    """What a moderator decides: `kind` is a SanctionKind or NO_FAULT; `words` are for the player, `note` is not."""

    kind: str
    reason: str = ""
    until: datetime | None = None
    words: str = ""
    note: str = ""


def take(case_id: int, moderator: User, now_ms: int) -> None:
    """The case is the moderator's for two hours. One's own stays so, and lasts no longer. Raises CaseRefused."""
    with transaction.atomic():
        case = _case(case_id)
        if is_held_by(case, moderator, now_ms):
            return
        conflict = conflict_of(moderator, case)
        if conflict:
            raise CaseRefused(conflict)
        free = Q(taken_by=None) | Q(taken_at__lte=now_ms - TAKEN_MS)
        if not Case.objects.filter(free, pk=case_id, decided_at=None).update(
            taken_by=moderator, taken_at=now_ms, decision=""
        ):
            raise _why_not_free(case_id)
        audit_log.record(moderator, AuditEntry.Act.DONE, case, note=TOOK)


def put_back(case_id: int, moderator: User, now_ms: int) -> None:
    """The case is anybody's again. Raises CaseRefused where it is not the moderator's."""
    with transaction.atomic():
        case = _case(case_id)
        mine = Case.objects.filter(pk=case_id, decided_at=None, taken_by=moderator, taken_at__gt=now_ms - TAKEN_MS)
        if not mine.update(taken_by=None, taken_at=None):
            raise _why_not_free(case_id)
        audit_log.record(moderator, AuditEntry.Act.DONE, case, note=PUT_BACK)


def decide(case_id: int, moderator: User, decision: Decision, last_seen: int, now_ms: int) -> None:
    """Decide the case, which closes its reports and tells those reporters who want to know. Reports that came after
    `last_seen`, the key of the last one the moderator has read, wait in a new case. Raises CaseRefused, and
    CannotSanction, by which nothing is decided."""
    case = _claim(case_id, moderator, decision, now_ms)
    # A sanction ends matches and signs out, in transactions of its own, which lock matches before players: it cannot be
    # part of ours. Where it was stored and we were cut off then, it is found.
    try:
        if decision.kind != NO_FAULT and not any(one.case_number == case.pk for one in history_of(case.about_id)):
            sanction(
                case.about_id,
                SanctionKind(decision.kind),
                reason=decision.reason,
                words=decision.words,
                by=moderator,
                until=decision.until,
                note=decision.note,
                case_number=case.pk,
            )
    except CannotSanction:
        Case.objects.filter(pk=case.pk, decided_at=None).update(decision="")
        raise
    _close(case, moderator, decision, last_seen, now_ms)


def _claim(case_id: int, moderator: User, decision: Decision, now_ms: int) -> Case:
    """Of two presses of the moderator's one decides: who writes the decision into the case that has none. One that was
    cut off then may be sent again after a minute."""
    with transaction.atomic():
        case = _case(case_id, is_locked=True)
        if case.decided_at is not None:
            raise CaseRefused("decided")
        if not is_held_by(case, moderator, now_ms):
            raise CaseRefused("taken", str(case.taken_by)) if is_taken(case, now_ms) else CaseRefused("not_taken")
        conflict = conflict_of(moderator, case)
        if conflict:
            raise CaseRefused(conflict)
        if case.decision and case.taken_at is not None and case.taken_at > now_ms - CUT_OFF_MS:
            raise CaseRefused("decided")
        case.decision, case.taken_at = decision.kind, now_ms
        case.save(update_fields=["decision", "taken_at"])
        return case


def _close(case: Case, moderator: User, decision: Decision, last_seen: int, now_ms: int) -> None:
    with transaction.atomic():
        lock_players([case.about_id])
        row = Case.objects.filter(pk=case.pk, decided_at=None).select_for_update(of=("self",)).first()
        if row is None:  # the account is gone, and the case with it
            return
        row.decision, row.reason, row.words, row.note = decision.kind, decision.reason, decision.words, decision.note
        row.decided_by, row.decided_at = moderator, now_ms
        row.save(update_fields=["decision", "reason", "words", "note", "decided_by", "decided_at"])
        _open_for_late_reports(row, last_seen)
        _tell_reporters(row, now_ms)
        changes = {name: [None, audit_log.plain(value)] for name, value in _told(decision).items()}
        audit_log.record(moderator, AuditEntry.Act.DONE, row, note=DECIDED, changes=changes)


def is_taken(case: Case, now_ms: int) -> bool:
    """Whether somebody has the case now."""
    return case.taken_by_id is not None and case.taken_at is not None and case.taken_at > now_ms - TAKEN_MS


def is_held_by(case: Case, moderator: User, now_ms: int) -> bool:
    """Whether the moderator has the open case now."""
    return case.decided_at is None and case.taken_by_id == moderator.pk and is_taken(case, now_ms)


def taken(now_ms: int) -> Q:
    """The open cases that somebody has now."""
    return Q(decided_at=None, taken_by__isnull=False, taken_at__gt=now_ms - TAKEN_MS)


def _case(case_id: int, *, is_locked: bool = False) -> Case:
    rows = Case.objects.select_for_update(of=("self",)) if is_locked else Case.objects
    found = rows.select_related("about", "taken_by").filter(pk=case_id).first()
    if found is None:
        raise CaseRefused("no_case")
    return found


def _why_not_free(case_id: int) -> CaseRefused:
    case = _case(case_id)
    if case.decided_at is not None:
        return CaseRefused("decided")
    return CaseRefused("taken", str(case.taken_by)) if case.taken_by else CaseRefused("not_taken")


def _open_for_late_reports(case: Case, last_seen: int) -> None:
    late = case.reports.filter(pk__gt=last_seen)
    first = late.aggregate(at=Min("made_at"))["at"]
    if first is None:
        return
    weight = min(weight_of(reason) for reason in late.values_list("reason", flat=True).distinct())
    late.update(case=Case.objects.create(about=case.about, opened_at=first, weight=weight))


def _tell_reporters(case: Case, now_ms: int) -> None:
    """Those who want to know hear that it was looked at; what was done is told to nobody."""
    asking = case.reports.filter(wants_answer=True, reporter__isnull=False)
    told = sorted(set(asking.values_list("reporter_id", flat=True)))
    if not told:
        return
    topic, values = topic_of(case.about), {"name": case.about.display_name}
    news.withdraw(topic, at=now_ms, kinds_of_it=[RECEIVED], user_ids=told)
    news.tell(told, LOOKED_AT, topic, path=reverse("news:page"), at=now_ms, values=values)


def _told(decision: Decision) -> dict[str, object]:
    names = ("kind", "reason", "until", "words", "note")
    return {name: value for name in names if (value := getattr(decision, name))}
