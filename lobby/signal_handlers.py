"""Handlers of the signals of accounts: a guest signs in to an account, a user signs out, a player leaves for good."""

from functools import partial
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.dispatch import receiver

from accounts.api import player_blocked, player_leaving, player_merged, player_merging, rated_play_closed
from game import api as game
from lobby.services import guest_merge, quick_join, rematch, rooms, slow_seeks


@receiver(player_merging)
def lock_places(sender: object, from_id: int, **kwargs: Any) -> None:
    """The guest's places are locked before the players."""
    guest_merge.lock_places(from_id)


@receiver(player_merged)
def hand_over(sender: object, from_id: int, to_id: int, **kwargs: Any) -> None:
    """Transfer the guest's places to the account."""
    guest_merge.hand_over(from_id, to_id)


@receiver(user_logged_out)
def sign_out(sender: object, user: Any, **kwargs: Any) -> None:
    """Give up a user's places at sign-out, so that players waiting in a room with them know. Slow seeks stay."""
    if user is not None and user.pk:
        _give_up(user.pk)


@receiver(player_leaving)
def leave(sender: object, user_id: int, **kwargs: Any) -> None:
    """Give up all places of a player who leaves the lobby for good, so that no other player waits for them."""
    _give_up(user_id)
    slow_seeks.give_up(user_id, game.now_ms())


@receiver(player_blocked)
def part(sender: object, user_id: int, other_id: int, now_ms: int, **kwargs: Any) -> None:
    """What is about to bring the two together ends, without a word. Running matches go on.

    Slow seeks at once, for their locks come after those of the players. The rest when the block has committed: a poll
    that is about to make a match holds its row and waits for the players, and then finds them apart by itself.
    """
    slow_seeks.part(user_id, other_id, now_ms)
    transaction.on_commit(partial(quick_join.part, user_id, other_id), robust=True)
    transaction.on_commit(partial(rematch.part, user_id, other_id, now_ms), robust=True)
    transaction.on_commit(partial(rooms.part, user_id, other_id, now_ms), robust=True)


@receiver(rated_play_closed)
def close_rated(sender: object, user_id: int, now_ms: int, **kwargs: Any) -> None:
    """The player waits for rated matches no longer, once that has committed: whoever makes a match of it at this moment
    waits for the player's row, and then finds rated play closed."""
    transaction.on_commit(partial(quick_join.leave_rated, user_id), robust=True)
    transaction.on_commit(partial(slow_seeks.leave_rated, user_id, now_ms), robust=True)


def _give_up(user_id: int) -> None:
    now_ms = game.now_ms()
    quick_join.cancel(user_id)
    for code in rooms.rooms_of(user_id, now_ms):
        rooms.leave(code, user_id, now_ms)
