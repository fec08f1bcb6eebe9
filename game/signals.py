"""Signals that the game sends to other apps."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent inside the transaction that ends a match, with `match` (its row), and again later if a receiver raised.

A receiver does its work in a savepoint of its own, so that its failure undoes nothing else, and may be called twice.
"""
