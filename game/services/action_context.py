"""Read in one statement what settling a match or applying an action needs beside its row: the seats' presence, the
pulse, the last outage, and whether the action has been answered before.

In plain SQL, because every action and every redraw pays for it: four ORM queries cost more than the rules do.
"""

from dataclasses import dataclass

from common.prepared_statements import prepared_cursor
from game.kernel.base_types import Millis, Seat

_STATEMENT = """
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
class ActionContext:
    """What an action is applied in. `pulse` is None before the first one, `answered` the version that the nonce led
    to, if any."""

    leases: tuple[Lease, ...]
    pulse: Millis | None
    last_outage: int
    answered: int | None


def read_action_context(match_id: int, nonce: str | None = None) -> ActionContext:
    """The context as of now, under the lock of the match's row: what the locking statement itself reads is of the
    moment before it waited.
    """
    with prepared_cursor() as cursor:
        cursor.execute(_STATEMENT, [match_id, nonce, match_id])
        found = cursor.fetchall()
    leases = tuple(Lease(seat, seen_at, lapses_at, bool(away)) for seat, seen_at, lapses_at, away, *_ in found)
    (pulse, last_outage, answered), *_ = (row[4:] for row in found)  # every seat's row says the same
    return ActionContext(leases, pulse, last_outage, answered)
