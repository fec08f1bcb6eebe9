"""Two players: whether they have met, and the results of their matches against each other."""

from django.db.models import Count, QuerySet

from game.kernel.pace_settings import head_start
from game.models import Match, SeatRow
from game.services import store
from game.services.seat_facts import counting_nowhere
from game.variants import VARIANTS

LAST, FEWEST = 5, 3
PAIR = 2


def mean_difference(variant: str, user_id: int, other_id: int) -> int | None:
    """By how many points the other one ends above the user in that game, on the average of their last five matches for
    two, head starts left out; None where they have played fewer than three."""
    if variant not in VARIANTS:
        return None
    pairs = Match.objects.annotate(players=Count("seats")).filter(players=PAIR)
    both = pairs.filter(pk__in=_of(user_id)).filter(pk__in=_of(other_id))
    over = both.filter(variant=variant, status=Match.Status.OVER, practice=False, played_on=None)
    rows = list(over.exclude(counting_nowhere()).order_by("-finished_at", "-pk")[:LAST])
    if len(rows) < FEWEST:
        return None
    return round(sum(_difference(row, user_id) for row in rows) / len(rows))


def have_met(user_id: int, other_id: int) -> bool:
    """Whether the two users have a match together, running or over."""
    return SeatRow.objects.filter(user_id=user_id, match__in=_of(other_id)).exists()


def others_in(public_id: str, user_id: int) -> list[int] | None:
    """The other users in that match, in the order of their seats; None if it is no match of the user's."""
    users = list(SeatRow.objects.filter(match__public_id=public_id).order_by("seat").values_list("user_id", flat=True))
    if user_id not in users:
        return None
    return [other for other in dict.fromkeys(users) if other not in (None, user_id)]


def _of(user_id: int) -> QuerySet[SeatRow, int]:
    return SeatRow.objects.filter(user_id=user_id).values_list("match_id", flat=True)


def _difference(row: Match, user_id: int) -> int:
    rules = store.load(row).rules
    worth = {seat.user_id == user_id: int(seat.total) - head_start(rules, seat.seat) for seat in row.seats.all()}
    return worth[False] - worth[True]
