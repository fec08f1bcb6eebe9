"""Receivers of the signals of accounts: a player leaves for good, one blocks another."""

from typing import Any

from django.dispatch import receiver

from accounts.api import add_to_export, player_blocked, player_leaving
from game import api as game
from people.exported import exported
from people.services import friends

add_to_export(exported)


@receiver(player_blocked)
def end_friendship(sender: object, user_id: int, other_id: int, now_ms: int, **kwargs: Any) -> None:
    """A block ends friendship and questions, as far as the blocked may see it."""
    friends.end_by_block(user_id, other_id, now_ms)


@receiver(player_leaving)
def withdraw_news(sender: object, user_id: int, **kwargs: Any) -> None:
    """Nobody is told any more of somebody who is nobody's friend now."""
    friends.take_leave(user_id, game.now_ms())
