"""What other apps may hear of accounts."""

from django.dispatch import Signal

player_merged = Signal()
"""A guest has signed in: `from_id` is about to go, and what it had belongs to `to_id`.

Sent inside the transaction that moves it."""

player_leaving = Signal()
"""The player `user_id` is about to be deleted, before anything else is, or has just been banned."""
