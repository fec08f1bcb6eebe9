"""What accounts hear of the game."""

from typing import Any

from django.dispatch import receiver

from accounts.services import facts
from game.signals import match_finished


@receiver(match_finished)
def owe_facts(sender: object, match: Any, **kwargs: Any) -> None:
    """The facts of the match are due; they are written later, by the periodic job."""
    facts.owe(match.pk)
