"""What the other apps may use of accounts."""

from accounts.models import User
from accounts.services.guests import ensure_player

__all__ = ["User", "ensure_player"]
