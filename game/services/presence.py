"""Who is there: a lease that each sign of life renews. Nothing rests on a goodbye.

Two pages of one player are one presence, since both renew the same lease; a reload is over before it runs out.
"""

from django.db import connection, transaction
from django.db.models import F, QuerySet

from game.models import Match, SeatRow
from game.rules.actions import Return
from game.rules.basics import Millis, Seat
from game.rules.deadlines import LEASE
from game.rules.state import MatchState
from game.services import enforcement, store
from game.services.look import look_around

GOODBYE: Millis = 5_000
"""The lease of a seat whose page said goodbye: long enough for a reload."""

_RENEW = 'UPDATE "game_seatrow" SET "seen_at" = %s, "lease" = %s, "away" = %s WHERE "match_id" = %s AND "seat" = %s'


def touch(match_id: int, seat: Seat, now: Millis) -> None:
    """A sign of life of the seat. One that had lapsed, noticed or not, is written down as an absence and a return."""
    if not _fresh(match_id, seat, now).update(seen_at=now, lease=LEASE):
        _come_back(match_id, seat, now)


def _fresh(match_id: int, seat: Seat, now: Millis) -> QuerySet[SeatRow]:
    return SeatRow.objects.filter(match_id=match_id, seat=seat, away=False, seen_at__gt=now - F("lease"))


def _come_back(match_id: int, seat: Seat, now: Millis) -> None:
    with transaction.atomic():
        row = store.lock(match_id)
        state = enforcement.settle_locked(row, store.load(row), now, look_around(match_id))
        if state.outcome is None:
            returned(row, state, seat, now)


def returned(row: Match, state: MatchState, seat: Seat, now: Millis) -> MatchState:
    """Renew the lease in a locked, settled and running match; whoever was away is back."""
    with connection.cursor() as cursor:  # plainly, as in look.py: every action pays for it
        cursor.execute(_RENEW, [now, LEASE, False, row.pk, seat])
    if state.players[seat].away_since is None:
        return state
    return enforcement.apply_system(row, state, seat, Return(), now)


def goodbye(match_id: int, seat: Seat, now: Millis) -> None:
    """A page says that it is being closed: a last sign of life, on a short lease, so that the opponent hears sooner.

    Another page of the player renews it.
    """
    _fresh(match_id, seat, now).update(seen_at=now, lease=GOODBYE)
