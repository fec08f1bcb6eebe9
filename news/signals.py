"""What news tells whoever listens: the person's socket, and the channels."""

from django.dispatch import Signal

news_changed = Signal()
"""After the commit, `user_ids` have news, or one of theirs was read or withdrawn: frozenset[int]."""
