"""Bans: closing an account for a time or permanently, and opening it again.

A banned player is signed out everywhere at once. Running matches end as resigned and move nothing: the opponent has
won, and a ban gains or loses no player any rank.
"""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Ban, User
from accounts.signals import player_leaving
from game import api as game


class BannedAlready(Exception):
    """The player has an open ban."""


def ban(user_id: int, *, reason: str, by: Any, until: datetime | None = None, note: str = "") -> Ban:
    """Close the account now. Raises BannedAlready, User.DoesNotExist."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user_id)
        try:
            with transaction.atomic():
                made = Ban.objects.create(user=user, reason=reason, by=by, until=until, note=note)
        except IntegrityError as error:
            raise BannedAlready from error
        user.is_active = False
        user.save(update_fields=["is_active"])
    # Once the account is closed no match can begin.
    player_leaving.send(sender=User, user_id=user_id)
    game.count_for_nobody(user_id)
    game.resign_all(user_id, game.now_ms())
    game.check_sessions(user_id)
    return made


def lift(ban_id: int) -> bool:
    """Open the account again; False when the ban had already ended."""
    with transaction.atomic():
        found = Ban.objects.select_for_update().filter(pk=ban_id, ended_at=None).first()
        if found is None:
            return False
        found.ended_at = timezone.now()
        found.save(update_fields=["ended_at"])
        user = User.objects.select_for_update().get(pk=found.user_id)
        user.is_active = True
        user.save(update_fields=["is_active"])
        return True


def end_due(now: datetime) -> int:
    """Lift the bans whose time is over; returns how many."""
    due = Ban.objects.filter(ended_at=None, until__lte=now).values_list("pk", flat=True)
    return sum(lift(pk) for pk in due)


def open_ban(user_id: int) -> Ban | None:
    """The player's ban that has not ended."""
    return Ban.objects.filter(user_id=user_id, ended_at=None).first()
