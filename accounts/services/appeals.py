"""Appeals: one against each sanction, within 30 days, decided by another than the one who decided (rules/people.md §7).

The sanction holds meanwhile. The answer keeps it, shortens it or lifts it, never makes it harder, and is the last word.
Who works on an appeal takes it first, by one conditional statement; one that is not decided is free after two hours.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Appeal, AppealOutcome, Sanction, User
from accounts.services import decision_news, sanctions
from common import audit_log
from common.clean_words import BadWords, clean_words
from common.models import AuditEntry
from common.refusals import CodedError

WITHIN = timedelta(days=30)
TAKEN_FOR = timedelta(hours=2)
LONGEST = 1_000
RIGHT = "accounts.change_appeal"


class CannotAppeal(CodedError):
    """Refused, with nothing changed. `code`: unknown (no sanction of theirs), ended, second, too_late, empty, too_long,
    nul."""


class CannotDecide(CodedError):
    """Refused, with nothing changed. `code`: decided (already), taken (by somebody else), own (the decision was theirs,
    and another can decide), self (it is about them), right (they have no right to), staff (only superusers may touch
    staff), outcome, words (there are none), too_long, nul, until (no end that is earlier and to come), ended (what has
    ended cannot be made shorter)."""


def may_appeal(found: Sanction, now: datetime | None = None) -> str:
    """ "" where the player may appeal against it now, else the code of the refusal."""
    moment = now or timezone.now()
    if sanctions.appeal_of(found) is not None:
        return "second"
    if not sanctions.holds(found, moment):
        return "ended"
    return "too_late" if moment > found.began_at + WITHIN else ""


def appeal(user_id: int, sanction_id: int, text: str, now: datetime | None = None) -> Appeal:
    """The player appeals against a sanction of theirs. Raises CannotAppeal."""
    moment = now or timezone.now()
    try:
        meant = clean_words(text, LONGEST)
    except BadWords as bad:
        raise CannotAppeal("nul" if bad.code == "bad_characters" else bad.code) from bad
    with transaction.atomic():
        found = Sanction.objects.select_for_update().filter(pk=sanction_id, user_id=user_id).first()
        if found is None:
            raise CannotAppeal("unknown")
        if code := may_appeal(found, moment) if meant else "empty":
            raise CannotAppeal(code)
        try:
            with transaction.atomic():
                return Appeal.objects.create(sanction=found, text=meant, made_at=moment)
        except IntegrityError as error:
            raise CannotAppeal("second") from error


def open_appeals() -> QuerySet[Appeal]:
    """The appeals that wait for an answer, the oldest first, with the sanction, its player and who decided read."""
    waiting = Appeal.objects.filter(decided_at=None)
    return waiting.select_related("sanction", "sanction__user", "sanction__by", "taken_by").order_by("made_at", "pk")


def is_taken(row: Appeal, now: datetime | None = None) -> bool:
    """Whether somebody works on it: for two hours from when they took it."""
    is_fresh = row.taken_at is not None and row.taken_at > (now or timezone.now()) - TAKEN_FOR
    return row.decided_at is None and row.taken_by_id is not None and is_fresh


def why_not(by: Any, row: Appeal) -> str:
    """ "" where `by` may decide it, else the code of the refusal: right, self, staff, own."""
    player = row.sanction.user
    if not by.is_active or not by.has_perm(RIGHT):
        return "right"
    if player.pk == by.pk:
        return "self"
    if (player.is_staff or player.is_superuser) and not by.is_superuser:
        return "staff"
    if row.sanction.by_id == by.pk and not (by.is_superuser and not _others_who_can(by, player)):
        return "own"
    return ""


def take_appeal(appeal_id: int, by: Any, now: datetime | None = None) -> Appeal:
    """`by` works on it from now on; a second time, for two hours more. Raises CannotDecide, Appeal.DoesNotExist."""
    moment = now or timezone.now()
    with transaction.atomic():
        row = Appeal.objects.select_related("sanction", "sanction__user").get(pk=appeal_id)
        if code := why_not(by, row):
            raise CannotDecide(code)
        free = Q(taken_by=None) | Q(taken_by=by) | Q(taken_at=None) | Q(taken_at__lte=moment - TAKEN_FOR)
        is_mine = Appeal.objects.filter(free, pk=appeal_id, decided_at=None).update(taken_by=by, taken_at=moment)
        row.refresh_from_db(fields=["taken_by", "taken_at", "decided_at"])
        if not is_mine:
            raise CannotDecide("decided" if row.decided_at is not None else "taken")
        audit_log.record(by, AuditEntry.Act.DONE, row, note="Take")
        return row


def put_back_appeal(appeal_id: int, by: Any) -> bool:
    """`by` works on it no longer; False where they did not. Raises Appeal.DoesNotExist."""
    with transaction.atomic():
        row = Appeal.objects.get(pk=appeal_id)
        mine = Appeal.objects.filter(pk=appeal_id, taken_by=by, decided_at=None)
        is_back = bool(mine.update(taken_by=None, taken_at=None))
        if is_back:
            audit_log.record(by, AuditEntry.Act.DONE, row, note="Put back")
        return is_back


def decide_appeal(
    appeal_id: int, by: Any, outcome: str, words: str, until: datetime | None = None, now: datetime | None = None
) -> Appeal:
    """Answer the appeal, which `by` has taken or nobody works on; `until` is the new end where it is shortened. Raises
    CannotDecide, Appeal.DoesNotExist."""
    moment = now or timezone.now()
    with transaction.atomic():
        found = sanctions.lock(Appeal.objects.values_list("sanction_id", flat=True).get(pk=appeal_id))
        row = Appeal.objects.select_for_update().get(pk=appeal_id)
        row.sanction = found
        code = _fault(row, by, moment) or _fault_of_answer(found, outcome, words, until, moment)
        if code:
            raise CannotDecide(code)
        row.outcome, row.words, row.decided_by, row.decided_at = outcome, words.strip(), by, moment
        row.taken_by = row.taken_at = None
        row.save()
        if outcome == AppealOutcome.SHORTENED:
            found.until = until
            found.save(update_fields=["until"])
        elif outcome == AppealOutcome.LIFTED and found.ended_at is None:
            sanctions.end(found, moment)
        decision_news.tell_answered(row, moment)
        changes = {"outcome": ["", outcome], "words": ["", row.words]}
        if outcome == AppealOutcome.SHORTENED:
            changes["until"] = ["", audit_log.plain(until)]
        audit_log.record(by, AuditEntry.Act.DONE, row, changes=changes, note="Decide")
        return row


def _others_who_can(by: Any, player: User) -> bool:
    """Whether somebody else of the staff may decide of appeals."""
    staff = User.objects.filter(is_active=True, is_staff=True).exclude(pk__in=[by.pk, player.pk])
    return any(one.has_perm(RIGHT) for one in staff)


def _fault(row: Appeal, by: Any, moment: datetime) -> str:
    if row.decided_at is not None:
        return "decided"
    if code := why_not(by, row):
        return code
    return "taken" if is_taken(row, moment) and row.taken_by_id != by.pk else ""


def _fault_of_answer(found: Sanction, outcome: str, words: str, until: datetime | None, moment: datetime) -> str:
    if outcome not in AppealOutcome.values:
        return "outcome"
    if "\0" in words:
        return "nul"
    if not words.strip():
        return "words"
    if len(words.strip()) > LONGEST:
        return "too_long"
    if outcome != AppealOutcome.SHORTENED:
        return "" if until is None else "until"
    if not sanctions.holds(found, moment):
        return "ended"
    is_earlier = until is not None and until > moment and (found.until is None or until < found.until)
    return "" if is_earlier else "until"
