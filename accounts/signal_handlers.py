"""Receivers of the signals of Django, allauth, the game and accounts."""

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
from accounts.services import bests, blocks, boards, facts, ladder, ranking, sanctions, walk_aways
from accounts.services.naming import hold_name
from accounts.sign_in import second_factors
from accounts.signals import player_merged
from game import api as game
from game.signals import match_finished
from news import api as news


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


@receiver(match_finished)
def owe_facts(sender: object, match: Any, **kwargs: Any) -> None:
    """Request the facts of the match; the periodic job writes them later."""
    facts.request(match.pk)


@receiver(match_finished)
def rank(sender: object, match: Any, **kwargs: Any) -> None:
    """A match has ended: points and ratings move in the same transaction."""
    ranking.rank(match.pk)


@receiver(match_finished)
def keep_best(sender: object, match: Any, **kwargs: Any) -> None:
    """A match has ended: the total of one played alone may be the player's best."""
    bests.note(match.pk)


@receiver(match_finished)
def keep_beaten(sender: object, match: Any, **kwargs: Any) -> None:
    """A match has ended: in practice, the bot may be beaten."""
    if match.practice:
        ladder.note(match.pk)


@receiver(match_finished)
def count_walk_aways(sender: object, match: Any, **kwargs: Any) -> None:
    """A match has ended: if it counts, whether somebody walked away from it is known to whom Quick Join asks."""
    if not match.practice:
        walk_aways.note_end(match.pk, match.public_id)


@receiver(post_save, sender=User)
def list_or_hide(
    sender: object, instance: User, update_fields: Any = None, created: bool = False, **kwargs: Any
) -> None:
    """Closing an account, hiding its figures, or making it a bot's takes it off the leaderboards."""
    is_about_it = update_fields is None or not {"is_active", "hides_figures", "is_bot"}.isdisjoint(update_fields)
    if not created and not kwargs.get("raw") and is_about_it:
        ranking.list_or_hide(instance)


@receiver(player_merged)
def move_facts(sender: object, from_id: int, to_id: int, **kwargs: Any) -> None:
    """What a guest played and painted, and the guest's notifications, are the account's from now on."""
    facts.move(from_id, to_id)
    bests.move(from_id, to_id)
    boards.move(from_id, to_id)
    ladder.move(from_id, to_id)
    blocks.move(from_id, to_id, game.now_ms())
    sanctions.move(from_id, to_id)
    walk_aways.move(from_id, to_id)
    news.hand_over(from_id, to_id)
