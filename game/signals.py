"""What other apps may hear of the game."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent inside the transaction that ends a match, with `match` (its row). Receivers must not raise."""
