"""What the other apps may use of accounts."""

from accounts.models import User
from accounts.services import facts
from accounts.services.guests import ensure_player

__all__ = ["User", "ensure_player", "write_facts"]


def write_facts(now: int) -> int:
    """Periodic: write the facts of matches that have ended; how many were looked at."""
    return facts.sweep()
