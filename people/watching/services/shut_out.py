"""Have onlookers look anew whether they may stay, where what players are to one another, or let others, has changed."""

from collections.abc import Collection

from game import api as game
from people.models import Friendship


def look_again_at(user_ids: Collection[int]) -> None:
    """In every running match of these players, once the transaction is committed."""
    for match_id in game.watchable_matches_of(user_ids):
        game.look_again(match_id)


def look_again_at_friends_of(user_id: int) -> None:
    """In every running match of the player's friends: the player is no onlooker as a friend any more. Of the player's
    own matches too."""
    friends = Friendship.objects.filter(user_id=user_id).values_list("friend_id", flat=True)
    look_again_at([user_id, *friends])
