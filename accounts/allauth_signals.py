"""Receivers of the signals of Django and allauth."""

from functools import partial
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.services.naming import hold_name
from accounts.sign_in import second_factors
from game import api as game


@receiver(post_save, sender=User)
def keep_in_step(sender: object, instance: User, update_fields: Any = None, **kwargs: Any) -> None:
    """An account reserves its name; a locked account loses its open pages at once."""
    if kwargs.get("raw"):
        return
    if not instance.is_guest and (update_fields is None or "display_name" in update_fields):
        hold_name(instance)
    if not instance.is_active:
        # The admin saves within a transaction, and the sockets query the database.
        transaction.on_commit(partial(game.check_sessions, instance.pk))


@receiver([password_changed, password_set, password_reset])
def close_pages(sender: object, user: User, **kwargs: Any) -> None:
    """A new password ends every other session: their open pages are notified now, not at the next heartbeat."""
    game.check_sessions(user.pk)


@receiver(authenticator_added)
def count_as_used(
    sender: object, request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    """A user who has just set up an app or a passkey has proved it by its code or signature: in this session it counts
    as used. The app's next code would come half a minute later. Recovery codes are handed out, and prove nothing."""
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        second_factors.note_set_up(request, user)
