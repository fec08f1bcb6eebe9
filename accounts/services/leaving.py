"""Deleting an account: the row is removed, matches stay, with no player's name at the seat.

Running matches are resigned through the game's service, places in the lobby are given up, open pages are closed. Guests
and accounts are deleted alike.
"""

from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.models import User
from accounts.services import naming
from accounts.signals import player_leaving
from game import api as game

_ROUNDS = 5


class StillPlaying(RuntimeError):
    """New matches kept beginning while the player was being deleted."""


def delete(user_id: int) -> None:
    """Delete the player. Does nothing for a player already deleted. Raises StillPlaying."""
    for _ in range(_ROUNDS):
        player_leaving.send(sender=User, user_id=user_id)
        game.resign_all(user_id, game.now_ms())
        if _remove(user_id):
            game.check_sessions(user_id)
            return
    raise StillPlaying(user_id)


def is_last_superuser(user: User) -> bool:
    """Whether this is the last superuser."""
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    return user.is_superuser and not others.exists()


def _remove(user_id: int) -> bool:
    """Delete the row; False when a match has begun since the others were resigned."""
    with transaction.atomic():
        # While the row is locked the player cannot be seated.
        user = User.objects.select_for_update().filter(pk=user_id).first()
        if user is None:
            return True
        if not game.forget_player(user_id):
            return False
        for session in UserSession.objects.filter(user=user):
            session.end()
        naming.leave_name(user)
        user.delete()
        return True
