"""Talk with the signals of accounts: a guest becomes an account; one's own lines are in the export."""

from typing import Any

from django.dispatch import receiver

from accounts.api import add_to_export, player_merged
from people.talk.services import keeping

add_to_export(keeping.exported)


@receiver(player_merged)
def hand_over(sender: object, from_id: int, to_id: int, **kwargs: Any) -> None:
    """A guest's talk is the account's."""
    keeping.hand_over(from_id, to_id)
