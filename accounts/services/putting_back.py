"""Points that were won by cheating are put back by an operator, and that is logged (management/commands)."""

from django.db import transaction

from accounts.models import RankChange, User
from accounts.services import ranking
from common import audit_log


def put_back(win: RankChange, player: User, now: int) -> int:
    """Move back what this match has moved to the player; how many points, 0 where that has been done before."""
    with transaction.atomic():
        entries = ranking.put_back(win.rated_match_id, now)
        if not entries:
            return 0
        moved = {entry.user.display_name if entry.user else "–": [0, entry.points] for entry in entries}
        note = f"Points put back, match {win.rated_match.match.public_id}"
        audit_log.record_command("put_back_points", player, changes=moved, note=note)
        return win.points
