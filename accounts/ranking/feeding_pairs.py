"""Pairs of accounts of which one mostly feeds the other with ranked points, for a moderator to review.

Nothing is decided here: two friends who only play each other look the same as an account that was made to lose.
"""

from dataclasses import dataclass

from django.db.models import Count, F, Sum

from accounts.models import RankChange, User
from common.durations import DAY_MS

DAYS = 30
LEAST_MOVED = 300
"""Points that went from one to the other in that time, less those that came back."""
LEAST_SHARE = 50
"""Percent of all that the one has won in that time."""
MOST_PAIRS = 100


@dataclass(frozen=True, slots=True)
class FeedingPair:
    """`winner` got `moved` points from `loser` in `matches` matches (less what went back): `share` percent of all the
    winner gained in these days."""

    winner: User
    loser: User
    matches: int
    moved: int
    share: int


def feeding_pairs(now: int, user_id: int | None = None) -> list[FeedingPair]:
    """The pairs of the last thirty days before `now` (ms), those that moved most first; of one player, or of all. Void
    matches are left out."""
    gains = RankChange.objects.filter(
        points__gt=0, ended_at__gte=now - DAYS * DAY_MS, rated_match__voided_at=None, user__isnull=False
    )
    among = gains
    if user_id is not None:
        mine = RankChange.objects.filter(user=user_id, ended_at__gte=now - DAYS * DAY_MS).values("rated_match")
        among = gains.filter(rated_match__in=mine)
    of_pairs = {
        (winner, loser): (matches, points)
        for winner, loser, matches, points in among.annotate(loser=F("rated_match__changes__user"))
        .exclude(loser=F("user"))
        .exclude(loser=None)
        .values_list("user", "loser")
        .annotate(Count("pk"), Sum("points"))
    }
    winners = {winner for winner, _loser in of_pairs}
    of_winners = gains if user_id is None else gains.filter(user__in=winners)
    of_all = dict(of_winners.values_list("user").annotate(Sum("points")))
    found = []
    for (winner, loser), (matches, points) in of_pairs.items():
        moved = points - of_pairs.get((loser, winner), (0, 0))[1]
        share = 100 * points // of_all[winner]
        if moved >= LEAST_MOVED and share >= LEAST_SHARE:
            found.append((moved, winner, loser, matches, share))
    found = sorted(found, reverse=True)[:MOST_PAIRS]
    users = User.objects.in_bulk({pk for _, winner, loser, _, _ in found for pk in (winner, loser)})
    return [FeedingPair(users[winner], users[loser], n, moved, share) for moved, winner, loser, n, share in found]
