"""Whether two users have played with each other lately."""

from game.kernel.base_types import Millis
from game.models import Match, SeatRow


def have_just_played(user_id: int, other_id: int, since: Millis) -> bool:
    """Whether a match of both, at devices of their own, has ended since then."""
    mine = SeatRow.objects.filter(user_id=user_id, match__status=Match.Status.OVER, match__finished_at__gte=since)
    theirs = SeatRow.objects.filter(user_id=other_id)
    return mine.filter(match__one_device=False, match__in=theirs.values("match")).exists()
