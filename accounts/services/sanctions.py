"""Sanctions: what is closed to a player, why and until when (rules/people.md §7). The one place that decides of it.

What a sanction does beyond its row is in sanction_effects.py, names that are to be changed in hidden_names.py. Rows are
locked in one order: running matches and places in the lobby, then the player, then the sanction. One whose end has
passed holds no longer, whether or not `end_due` has been there.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Appeal, Sanction, SanctionKind, SanctionReason, User
from accounts.services import decision_news, sanction_effects
from accounts.services.leaving import is_last_superuser
from accounts.services.player_locks import lock_players
from common import audit_log
from common.models import AuditEntry
from common.refusals import CodedError
from game import api as game

MOST_WORDS, MOST_NOTE = 1_000, 2_000


class CannotSanction(CodedError):
    """Refused, with nothing changed. `code`: kind, reason, words (there are none), too_long, nul, passed (the end has),
    staff (only superusers may touch staff), last (the last superuser), already (SanctionedAlready)."""


class SanctionedAlready(CannotSanction):
    """The player has an open sanction of that kind."""

    def __init__(self) -> None:
        super().__init__("already")


def sanction(
    user_id: int,
    kind: SanctionKind,
    *,
    reason: str,
    words: str,
    by: Any,
    until: datetime | None = None,
    note: str = "",
    case_number: int | None = None,
) -> Sanction:
    """Put a sanction on the player, from now on, with all that it does. `by`: the staff who decided; None for nobody.
    Raises CannotSanction, User.DoesNotExist."""
    now = timezone.now()
    _check(kind, reason, words, note, until, now)
    with transaction.atomic():
        sanction_effects.before(user_id, kind)
        user = User.objects.select_for_update().get(pk=user_id)
        _check_player(user, kind, by)
        Sanction.objects.filter(user=user, kind=kind, ended_at=None, until__lte=now).update(ended_at=now)
        try:
            with transaction.atomic():
                made = Sanction.objects.create(
                    user=user,
                    kind=kind,
                    reason=reason,
                    words=words.strip(),
                    by=by,
                    until=until,
                    note=note,
                    case_number=case_number,
                    began_at=now,
                )
        except IntegrityError as error:
            raise SanctionedAlready from error
        sanction_effects.begin(user, made)
        User.objects.filter(pk=user_id).update(has_unread_decision=True)
        decision_news.tell_decided(made, now)
        _log(by, AuditEntry.Act.ADD, made, {name: [None, value] for name, value in _values(made).items()})
    sanction_effects.after(user_id, kind)
    return made


def lift_sanction(sanction_id: int, by: Any) -> bool:
    """End the sanction now, and what it does with it; False where it had ended. `by`: the staff who lifts it, None for
    nobody. Raises Sanction.DoesNotExist."""
    with transaction.atomic():
        found = lock(sanction_id)
        if found.ended_at is not None:
            return False
        end(found, timezone.now())
        _log(by, AuditEntry.Act.DONE, found, {}, "Lift")
        return True


def change_sanction(sanction_id: int, by: Any, *, until: datetime | None, words: str, note: str) -> Sanction:
    """Change the end and the texts of an open sanction. Raises CannotSanction, also with the code `ended`."""
    now = timezone.now()
    with transaction.atomic():
        found = lock(sanction_id)
        if found.ended_at is not None:
            raise CannotSanction("ended")
        _check(SanctionKind(found.kind), found.reason, words, note, None if until == found.until else until, now)
        before = _values(found)
        found.until, found.words, found.note = until, words.strip(), note
        found.save(update_fields=["until", "words", "note"])
        changed = {name: [before[name], value] for name, value in _values(found).items() if before[name] != value}
        if changed:
            _log(by, AuditEntry.Act.CHANGE, found, changed)
        return found


def end_due(now: datetime) -> int:
    """End the sanctions whose moment has passed; returns how many."""
    due = list(Sanction.objects.filter(ended_at=None, until__lte=now).values_list("pk", flat=True))
    return sum(_end_when_due(pk, now) for pk in due)


def end_due_of(user_id: int, now: datetime) -> bool:
    """End those of this player at once, whether or not the periodic job has come to them; whether there were any."""
    due = list(Sanction.objects.filter(user_id=user_id, ended_at=None, until__lte=now).values_list("pk", flat=True))
    return bool([pk for pk in due if _end_when_due(pk, now)])


def open_sanction(user_id: int, kind: SanctionKind, now: datetime | None = None) -> Sanction | None:
    """The player's sanction of that kind that holds now: not ended, and its end not passed."""
    found = Sanction.objects.filter(user_id=user_id, kind=kind, ended_at=None).first()
    return found if found is not None and holds(found, now) else None


def holds(found: Sanction, now: datetime | None = None) -> bool:
    """Whether the sanction holds: not ended, and its end not passed."""
    return found.ended_at is None and (found.until is None or found.until > (now or timezone.now()))


def is_muted(user_id: int) -> bool:
    """Whether free text is closed to the player. Said lines stay open."""
    return open_sanction(user_id, SanctionKind.MUTE) is not None


def kept_from_rated(user_ids: Iterable[int], now: datetime | None = None) -> frozenset[int]:
    """To whom of these rated play is closed; one statement."""
    holding = Q(until=None) | Q(until__gt=now or timezone.now())
    rows = Sanction.objects.filter(holding, user_id__in=list(user_ids), kind=SanctionKind.NO_RATED, ended_at=None)
    return frozenset(rows.values_list("user_id", flat=True))


def may_count(user_ids: Iterable[int]) -> bool:
    """For the game, as it makes a rated match: whether rated play is open to all of these. Joins the caller's
    transaction: a sanction that is being decided waits for it, and then finds the match among the running ones."""
    return not kept_from_rated(lock_players(user_ids))


def history_of(user_id: int) -> list[Sanction]:
    """Every sanction of the player, the latest first, each with its appeal read."""
    return list(Sanction.objects.filter(user_id=user_id).select_related("appeal", "by"))


def appeal_of(found: Sanction) -> Appeal | None:
    """The appeal against it, if there is one."""
    return getattr(found, "appeal", None)


def read(user_id: int, sanction_id: int) -> bool:
    """The player has read of it and closes the page for good; False for one that is not theirs."""
    with transaction.atomic():
        user = User.objects.select_for_update().filter(pk=user_id).first()
        found = Sanction.objects.select_for_update().filter(pk=sanction_id, user_id=user_id).first()
        if user is None or found is None:
            return False
        if found.read_at is None:
            found.read_at = timezone.now()
            found.save(update_fields=["read_at"])
        note_unread(user_id)
        return True


def unread(user_id: int) -> Sanction | None:
    """The oldest sanction that the player has not closed the page of."""
    return Sanction.objects.filter(user_id=user_id, read_at=None).order_by("began_at", "pk").first()


def note_unread(user_id: int) -> None:
    """Note with the player whether a page waits for them. Joins the caller's transaction."""
    waits = Sanction.objects.filter(user_id=user_id, read_at=None).exists()
    User.objects.filter(pk=user_id).update(has_unread_decision=waits)


def move(from_id: int, to_id: int) -> None:
    """A guest's sanctions follow to the account, their appeals with them. Of two open ones of a kind the one that ends
    later goes on; a guest's name that was to be changed is gone with the guest. Joins the caller's transaction, which
    holds both players."""
    now = timezone.now()
    for row in Sanction.objects.filter(user_id=from_id).order_by("pk"):
        row.user_id = to_id
        if row.ended_at is None and row.kind == SanctionKind.RENAME:
            row.ended_at = now
        elif row.ended_at is None and row.kind != SanctionKind.WORD:
            _settle(row, now)
        row.save(update_fields=["user", "ended_at"])
        if row.ended_at is None and row.kind == SanctionKind.NO_RATED:
            sanction_effects.close_rated_play(to_id)
    note_unread(to_id)


def lock(sanction_id: int) -> Sanction:
    """The sanction, locked after its player. Raises Sanction.DoesNotExist."""
    user_id, kind = Sanction.objects.values_list("user_id", "kind").get(pk=sanction_id)
    if kind == SanctionKind.RENAME:  # its end gives running matches another name
        game.lock_running_matches(user_id)
    list(User.objects.select_for_update().filter(pk=user_id))
    return Sanction.objects.select_for_update(of=("self",)).select_related("user").get(pk=sanction_id)


def end(found: Sanction, now: datetime) -> None:
    """End the locked sanction, with what it does. Joins the caller's transaction."""
    found.ended_at = now
    found.save(update_fields=["ended_at"])
    sanction_effects.end(found)


def _settle(row: Sanction, now: datetime) -> None:
    """End the one of two open sanctions of a kind that ends sooner: this one, or the account's own."""
    own = Sanction.objects.filter(user_id=row.user_id, kind=row.kind, ended_at=None).first()
    if own is None:
        return
    if own.until is None or (row.until is not None and row.until <= own.until):
        row.ended_at = now
    else:
        own.ended_at = now
        own.save(update_fields=["ended_at"])


def _end_when_due(sanction_id: int, now: datetime) -> bool:
    with transaction.atomic():
        found = lock(sanction_id)
        if holds(found, now) or found.ended_at is not None:
            return False
        end(found, now)
        return True


def _check(kind: str, reason: str, words: str, note: str, until: datetime | None, now: datetime) -> None:
    faults = {
        "kind": kind not in SanctionKind.values,
        "reason": reason not in SanctionReason.values,
        "words": not words.strip(),
        "too_long": len(words.strip()) > MOST_WORDS or len(note) > MOST_NOTE,
        "nul": "\0" in words + note,
        "passed": until is not None and until <= now,
    }
    for code, is_fault in faults.items():
        if is_fault:
            raise CannotSanction(code)


def _check_player(user: User, kind: str, by: Any) -> None:
    if by is not None and (user.is_staff or user.is_superuser) and not by.is_superuser:
        raise CannotSanction("staff")
    if kind == SanctionKind.CLOSED and is_last_superuser(user):
        raise CannotSanction("last")


def _values(found: Sanction) -> dict[str, Any]:
    return audit_log.values_of(found, ("user", "kind", "reason", "words", "until", "note", "case_number"))


def _log(by: Any, act: AuditEntry.Act, found: Sanction, changes: dict[str, Any], note: str = "") -> None:
    if by is not None:
        audit_log.record(by, act, found, changes=changes, note=note)
