"""Reports with the signals of accounts, and in the export of a player's data."""

from typing import Any

from django.dispatch import receiver

from accounts.api import add_to_export, player_merged
from people.reporting.exported import exported
from people.reporting.services import keeping

add_to_export(exported)


@receiver(player_merged)
def hand_over(sender: object, from_id: int, to_id: int, **kwargs: Any) -> None:
    """A guest's reports, and those about the guest, are the account's."""
    keeping.hand_over(from_id, to_id)
