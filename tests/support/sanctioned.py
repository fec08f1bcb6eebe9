"""Players about whom moderators have decided."""

from datetime import datetime
from typing import Any

from accounts.models import Sanction, SanctionKind, SanctionReason
from accounts.services import sanctions


def sanctioned(
    user_id: int,
    kind: SanctionKind,
    *,
    words: str = "Swearing.",
    by: Any = None,
    until: datetime | None = None,
    reason: str = SanctionReason.OTHER,
    note: str = "",
) -> Sanction:
    """The player with an open sanction of that kind."""
    return sanctions.sanction(user_id, kind, reason=reason, words=words, by=by, until=until, note=note)


def closed(user_id: int, **more: Any) -> Sanction:
    """The player with a closed account."""
    return sanctioned(user_id, SanctionKind.CLOSED, **more)
