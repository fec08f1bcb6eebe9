"""What the game hears from Django."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from game.services import announce


@receiver(user_logged_out)
def close_sockets(sender: object, user: Any, **kwargs: Any) -> None:
    """Whoever signs out leaves no open page behind that still shows a hand."""
    if user is not None:
        announce.session_changed(user.pk)
