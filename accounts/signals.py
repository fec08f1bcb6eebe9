"""Signals that accounts sends to other apps."""

from django.dispatch import Signal

player_merging = Signal()
"""A guest, `from_id`, is about to sign in to `to_id`: what elsewhere is locked before players is to be locked now.

Sent inside the transaction that moves what the guest has, before it holds any player's row."""

player_merged = Signal()
"""A guest has signed in: `from_id` is about to go, and what it had belongs to `to_id`.

Sent inside the transaction that moves it."""

player_leaving = Signal()
"""The player `user_id` has no place in the lobby any more: they are about to be deleted, before anything else is, have
just been banned, become a bot's account, or sign in to one, which takes nothing over."""

player_blocked = Signal()
"""The player `user_id` has blocked `other_id` just now, at `now_ms`: what the two had with each other besides running
matches is to end.

Sent inside the transaction of the block, which holds both players' rows."""

rated_play_closed = Signal()
"""Rated play is closed to the player `user_id` at `now_ms`: where they wait for a rated match they wait no longer.

Sent inside the transaction of the sanction, which holds the player's row."""

player_shown_as = Signal()
"""The player `user_id` was shown as `former` and is shown as `name` from now on, also where it was written down.

Sent inside the transaction, which holds the player's row. Not for names that players choose without being told to:
what has been written down keeps the former one."""
