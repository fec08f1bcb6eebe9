"""What moderators look at of a player: matches that reports are about, and the names that were played under.

Nothing of a hand: of a running match only what every page of it says.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Max

from game.kernel.base_types import Millis
from game.models import Match, SeatRow

MOST_NAMES = 20


@dataclass(frozen=True, slots=True)
class MatchAsSeen:
    """A match in a list: `names` and `totals` by seat, those that stand in a running one too."""

    id: int
    public_id: str
    variant: str
    language: str
    started_at: Millis
    is_over: bool
    reason: str
    names: tuple[str, ...]
    totals: tuple[str, ...]


def matches_as_seen(public_ids: Collection[str]) -> list[MatchAsSeen]:
    """These matches, the latest first: two statements, none for none."""
    if not public_ids:
        return []
    rows = Match.objects.filter(public_id__in=list(public_ids)).order_by("-started_at", "-pk")
    return [_as_seen(row) for row in rows.defer("state", "seed", "sealed", "fair").prefetch_related("seats")]


def matches_of_both(user_id: int, other_id: int, most: int) -> list[MatchAsSeen]:
    """The last matches that the two have played together, the latest first."""
    mine = SeatRow.objects.filter(user_id=user_id).values("match_id")
    both = SeatRow.objects.filter(user_id=other_id, match__in=mine).order_by("-match_id")
    return matches_as_seen(list(both.values_list("match__public_id", flat=True)[:most]))


def has_seat_among(user_id: int, public_ids: Collection[str]) -> bool:
    """Whether the user has a seat in one of these matches."""
    return SeatRow.objects.filter(user_id=user_id, match__public_id__in=list(public_ids)).exists()


def names_played_under(user_id: int) -> list[tuple[str, Millis]]:
    """The names that stand at the player's seats, each with the start of the last match under it, the latest first."""
    named = SeatRow.objects.filter(user_id=user_id).order_by().values_list("name")
    return list(named.annotate(last=Max("match__started_at")).order_by("-last")[:MOST_NAMES])


def _as_seen(row: Match) -> MatchAsSeen:
    seats = sorted(row.seats.all(), key=lambda seat: seat.seat)
    return MatchAsSeen(
        id=row.pk,
        public_id=row.public_id,
        variant=row.variant,
        language=row.language,
        started_at=row.started_at,
        is_over=row.status == Match.Status.OVER,
        reason=row.reason,
        names=tuple(seat.name for seat in seats),
        totals=tuple(seat.total or seat.score for seat in seats),
    )
