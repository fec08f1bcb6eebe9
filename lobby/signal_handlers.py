"""Handlers of the signals of accounts: a guest signs in to an account, a user signs out, a player leaves for good."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from accounts.api import player_leaving, player_merged
from game import api as game
from lobby.services import guest_merge, quick_join, rooms, slow_seeks


@receiver(player_merged)
def hand_over(sender: object, from_id: int, to_id: int, **kwargs: Any) -> None:
    """Transfer the guest's places to the account."""
    guest_merge.hand_over(from_id, to_id)


@receiver(user_logged_out)
def sign_out(sender: object, user: Any, **kwargs: Any) -> None:
    """Give up a user's places at sign-out, so that players waiting in a room with them know. Slow seeks stay."""
    if user is not None and user.pk:
        _give_up(user.pk)


@receiver(player_leaving)
def leave(sender: object, user_id: int, **kwargs: Any) -> None:
    """Give up all places of a player who leaves the lobby for good, so that no other player waits for them."""
    _give_up(user_id)
    slow_seeks.give_up(user_id, game.now_ms())


def _give_up(user_id: int) -> None:
    now_ms = game.now_ms()
    quick_join.cancel(user_id)
    for code in rooms.rooms_of(user_id, now_ms):
        rooms.leave(code, user_id, now_ms)
