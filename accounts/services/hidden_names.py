"""A name that is to be changed: until the player has chosen another one, they are shown as "Player" and four signs.

The name shown is replaced everywhere it is kept: with the player, at the seats of their matches, in the news of those.
What the account signs in with, and the claim to its name, stay until the new one is chosen: so the player can sign in,
nobody else takes the name, and a sanction that is lifted gives it back as if it had never been. The player cannot
choose it again while the sanction stands in the record (naming.py).
"""

import secrets

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import Sanction, SanctionKind, User
from accounts.profiles.names import BOT_MARK, keys_of
from accounts.profiles.offensive_names import is_offensive
from accounts.signals import player_shown_as
from game import api as game

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
HOW_MANY_SIGNS = 4


def placeholder(user: User) -> str:
    """ "Player 7Q2K", in the player's language."""
    while True:
        signs = "".join(secrets.choice(SIGNS) for _sign in range(HOW_MANY_SIGNS))
        with override(user.language or settings.LANGUAGE_CODE):
            name = _("Player %(signs)s") % {"signs": signs}
        if not is_offensive(name):
            return name


def hide(user: User, made: Sanction) -> None:
    """Show the locked player by a placeholder from now on. Joins the caller's transaction."""
    made.former_name, made.shown_name = user.display_name, placeholder(user) + (BOT_MARK if user.is_bot else "")
    made.save(update_fields=["former_name", "shown_name"])
    _show_as(user, made.shown_name, instead_of=made.former_name)


def show(user: User, ended: Sanction) -> None:
    """The sanction has ended without another name: the former one is back. Joins the caller's transaction."""
    if user.display_name == ended.shown_name:
        _show_as(user, ended.former_name, instead_of=ended.shown_name)


def before_lock(user_id: int) -> None:
    """Before a player who may be told to change their name is locked to do so. Joins the caller's transaction."""
    if open_of(user_id) is not None:
        game.lock_running_matches(user_id)


def fulfil(user: User, told: Sanction) -> None:
    """The locked player has another name now: they are shown by it where the placeholder was, and the sanction is
    done. Joins the caller's transaction."""
    told.ended_at = timezone.now()
    told.save(update_fields=["ended_at"])
    _replace(user, told.shown_name, user.display_name)


def open_of(user_id: int) -> Sanction | None:
    """The open sanction by which the player is to choose another name."""
    return Sanction.objects.filter(user_id=user_id, kind=SanctionKind.RENAME, ended_at=None).first()


def is_barred(name: str, user_id: int) -> bool:
    """Whether the player was told to give up that name, or one like it, and no appeal has been upheld."""
    told = Sanction.objects.filter(user_id=user_id, kind=SanctionKind.RENAME).exclude(appeal__outcome="lifted")
    keys = keys_of(name)
    return any(keys & keys_of(former) for former in told.values_list("former_name", flat=True) if former)


def claimed_name(user: User) -> str:
    """The name that the account has a claim to: the one shown, or the one that is hidden for now."""
    found = open_of(user.pk)
    return found.former_name if found is not None and found.shown_name == user.display_name else user.display_name


def _show_as(user: User, name: str, *, instead_of: str) -> None:
    user.display_name = name
    User.objects.filter(pk=user.pk).update(display_name=name)
    _replace(user, instead_of, name)


def _replace(user: User, former: str, name: str) -> None:
    game.rename_seats(user.pk, former, name)
    player_shown_as.send(sender=User, user_id=user.pk, former=former, name=name)
