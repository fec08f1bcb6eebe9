"""Sanctions: what is closed to a player, why and until when (rules/people.md §7). The one place that decides of it."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Sanction, SanctionKind, User


class SanctionedAlready(Exception):
    """The player has an open sanction of that kind."""


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
    """Put a sanction on the player, from now on. Raises SanctionedAlready, User.DoesNotExist."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user_id)
        try:
            with transaction.atomic():
                return Sanction.objects.create(
                    user=user,
                    kind=kind,
                    reason=reason,
                    words=words,
                    by=by,
                    until=until,
                    note=note,
                    case_number=case_number,
                )
        except IntegrityError as error:
            raise SanctionedAlready from error


def open_sanction(user_id: int, kind: SanctionKind, now: datetime | None = None) -> Sanction | None:
    """The player's sanction of that kind that holds now: not ended, and its end not passed."""
    found = Sanction.objects.filter(user_id=user_id, kind=kind, ended_at=None).first()
    if found is None or (found.until is not None and found.until <= (now or timezone.now())):
        return None
    return found


def is_muted(user_id: int) -> bool:
    """Whether free text is closed to the player. Said lines stay open."""
    return open_sanction(user_id, SanctionKind.MUTE) is not None


def may_play_rated(user_id: int) -> bool:
    """Whether rated Quick Join, tournaments and leagues are open to the player."""
    return open_sanction(user_id, SanctionKind.NO_RATED) is None


def history_of(user_id: int) -> list[Sanction]:
    """Every sanction of the player, the latest first, each with its appeal read."""
    return list(Sanction.objects.filter(user_id=user_id).select_related("appeal", "by"))
