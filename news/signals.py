"""What news tells whoever listens: the person's socket, and what starts the sending."""

from django.dispatch import Signal

news_changed = Signal()
"""After the commit, `user_ids` have news, or one of theirs was read or withdrawn: frozenset[int]."""

news_due = Signal()
"""After the commit, there is news that a channel is to look at now and not only later."""
