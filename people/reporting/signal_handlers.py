"""Reports with the signals of accounts, and in the export of a player's data."""

from typing import Any

from django.dispatch import receiver

from accounts.api import User, add_to_export, player_merged, player_shown_as
from news import api as news
from people.reporting.exported import exported
from people.reporting.services import keeping
from people.reporting.services.reports import topic_of

add_to_export(exported)


@receiver(player_merged)
def hand_over(sender: object, from_id: int, to_id: int, **kwargs: Any) -> None:
    """A guest's reports, and those about the guest, are the account's."""
    keeping.hand_over(from_id, to_id)


@receiver(player_shown_as)
def call_by_that_name(sender: object, user_id: int, former: str, name: str, **kwargs: Any) -> None:
    """What reporters were told says the name that is shown now. Joins the caller's transaction."""
    news.replace_name(topic_of(User.objects.get(pk=user_id)), former, name)
