"""Receivers of the signals of accounts: a player leaves for good, one blocks another, a name is hidden."""

from typing import Any

from django.dispatch import receiver

from accounts.api import add_to_export, player_blocked, player_leaving, player_shown_as
from game import api as game
from people.exported import exported
from people.services import challenge_told, friends

add_to_export(exported)


@receiver(player_blocked)
def end_friendship(sender: object, user_id: int, other_id: int, now_ms: int, **kwargs: Any) -> None:
    """A block ends friendship and questions, as far as the blocked may see it."""
    friends.end_by_block(user_id, other_id, now_ms)


@receiver(player_leaving)
def withdraw_news(sender: object, user_id: int, **kwargs: Any) -> None:
    """Nobody is told any more of somebody who is nobody's friend now."""
    friends.take_leave(user_id, game.now_ms())


@receiver(player_shown_as)
def call_by_that_name(sender: object, user_id: int, former: str, name: str, **kwargs: Any) -> None:
    """The news of a friend and of challenges say the name that is shown now."""
    friends.call_in_news(user_id, former, name)
    challenge_told.call_in_news(user_id, former, name)
