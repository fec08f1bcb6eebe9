"""Receivers of signals from Django and from the news app."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from game.services import announce
from news.api import news_changed


@receiver(user_logged_out)
def close_sockets(sender: object, user: Any, **kwargs: Any) -> None:
    """A user who signs out leaves no open page behind that still shows a hand."""
    if user is not None:
        announce.session_changed(user.pk)


@receiver(news_changed)
def tell_of_news(sender: object, user_ids: frozenset[int], **kwargs: Any) -> None:
    """Update open pages when news has been sent, read or withdrawn."""
    announce.persons_changed(user_ids)
