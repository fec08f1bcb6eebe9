"""What a door must know beside the match's row, in one look: who is there, our pulse, our last outage, and whether an
action has been answered before.

In plain SQL, for every action and every redraw pays for it: four questions to the ORM cost more than the rules do.
"""

from dataclasses import dataclass

from django.db import connection

from game.kernel.base_types import Millis, Seat

_LOOK = """
    SELECT "seat", "seen_at", "seen_at" + "lease", "away",
           (SELECT max("stamped_at") FROM "game_pulse"),
           (SELECT coalesce(max("id"), 0) FROM "game_outage"),
           (SELECT "seq" FROM "game_logentry" WHERE "match_id" = %s AND "nonce" = %s)
      FROM "game_seatrow" WHERE "match_id" = %s ORDER BY "seat"
"""


@dataclass(frozen=True, slots=True)
class Lease:
    """A seat's last sign of life, when it lapses, and whether it is written down as away since."""

    seat: Seat
    seen_at: Millis
    lapses_at: Millis
    away: bool


@dataclass(frozen=True, slots=True)
class GuardRow:
    """What was found. `pulse` is None before the first one, `answered` the version that the nonce led to, if any."""

    leases: tuple[Lease, ...]
    pulse: Millis | None
    last_outage: int
    answered: int | None


def load_guard_row(match_id: int, nonce: str | None = None) -> GuardRow:
    """GuardRow, under the lock of the match's row: what the locking statement itself reads is of the moment before it
    waited.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOOK, [match_id, nonce, match_id])
        found = cursor.fetchall()
    leases = tuple(Lease(seat, seen_at, lapses_at, bool(away)) for seat, seen_at, lapses_at, away, *_ in found)
    (pulse, last_outage, answered), *_ = (row[4:] for row in found)  # every seat's row says the same
    return GuardRow(leases, pulse, last_outage, answered)
