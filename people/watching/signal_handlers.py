"""Who may watch, for the game; and receivers of the signals of accounts: a player leaves for good, a guest becomes an
account. What a block ends, it ends by ending the friendship (people/services/friends.py)."""

from typing import Any

from django.dispatch import receiver

from accounts.api import player_leaving, player_merged
from game import api as game
from people.watching.open_seats import let_in
from people.watching.services import choices
from people.watching.services.shut_out import look_again_at_friends_of

game.decide_watching_by(let_in)
game.show_number_by(choices.shows_onlookers)


@receiver(player_leaving)
def leave(sender: object, user_id: int, **kwargs: Any) -> None:
    """Who is banned, deleted or played by a program is nobody's friend."""
    look_again_at_friends_of(user_id)


@receiver(player_merged)
def hand_over(sender: object, from_id: int, to_id: int, **kwargs: Any) -> None:
    """A guest's choices for matches are the account's."""
    choices.hand_over(from_id, to_id)
