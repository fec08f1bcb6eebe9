"""How long cases are kept, and whose they are when a guest becomes an account (rules/people.md §7)."""

from django.db import transaction

from common.durations import DAY_MS
from people.models import Case, Report
from people.reporting.services.cases import NO_FAULT

KEPT_MS = 2 * 365 * DAY_MS
KEPT_WITHOUT_FAULT_MS = 90 * DAY_MS
MOST_AT_ONCE = 100


def remove_old(now_ms: int) -> int:
    """Periodic: delete the cases decided two years ago, and those without fault after 90 days, with their reports; how
    many."""
    decided = Case.objects.filter(decided_at__isnull=False).order_by("decided_at")
    over = decided.filter(decided_at__lte=now_ms - KEPT_MS)
    without_fault = decided.filter(decided_at__lte=now_ms - KEPT_WITHOUT_FAULT_MS, decision=NO_FAULT)
    found = {pk for rows in (over, without_fault) for pk in rows.values_list("pk", flat=True)[:MOST_AT_ONCE]}
    if found:
        Case.objects.filter(pk__in=found).delete()
    return len(found)


def hand_over(from_id: int, to_id: int) -> None:
    """What a guest has reported is the account's, and so is what was reported of the guest. Joins the caller's
    transaction, which has both players locked."""
    with transaction.atomic():
        Report.objects.filter(reporter=from_id).update(reporter=to_id)
        theirs = Case.objects.filter(about=to_id, decided_at=None).first()
        for case in Case.objects.filter(about=from_id).select_for_update().order_by("pk"):
            if case.decided_at is None and theirs is not None:
                case.reports.update(case=theirs)
                Case.objects.filter(pk=theirs.pk, weight__gt=case.weight).update(weight=case.weight)
                case.delete()
            else:
                Case.objects.filter(pk=case.pk).update(about=to_id)
        # Nobody reports oneself.
        Report.objects.filter(reporter=to_id, case__about=to_id).delete()
        Case.objects.filter(about=to_id, decided_at=None, reports=None).delete()
