"""Challenges with the signals of accounts, and what the lobby and the export of accounts ask of them."""

from typing import Any

from django.dispatch import receiver

from accounts.api import add_to_export, player_blocked, player_leaving, player_merged
from game import api as game
from lobby import api as lobby
from people.challenge_export import exported
from people.services import challenge_ends, challenges

add_to_export(exported)
lobby.count_challenges_by(challenges.how_many_unhurried)
lobby.keep_deals_of(challenge_ends.deals_waited_by)


@receiver(player_blocked)
def part(sender: object, user_id: int, other_id: int, now_ms: int, **kwargs: Any) -> None:
    """A block ends the challenges of the two, silently."""
    challenge_ends.part(user_id, other_id, now_ms)


@receiver(player_leaving)
def leave(sender: object, user_id: int, **kwargs: Any) -> None:
    """Nobody is asked by a player who is gone."""
    challenge_ends.leave(user_id, game.now_ms())


@receiver(player_merged)
def hand_over(sender: object, from_id: int, to_id: int, **kwargs: Any) -> None:
    """A guest's challenges are the account's."""
    challenge_ends.hand_over(from_id, to_id, game.now_ms())
