"""Receivers of the signals of accounts: a guest has been merged into an account."""

from typing import Any

from django.dispatch import receiver

from accounts.api import player_merged
from puzzle.services import attempts


@receiver(player_merged)
def hand_over(sender: object, from_id: int, to_id: int, **kwargs: Any) -> None:
    """The guest's streak of days is the account's from now on."""
    attempts.hand_over(from_id, to_id)
