"""What signs of life and plays write to a seat, in plain SQL: every beat and every play pays for it.

Each statement is held to what the ORM does, on both databases, by tests/services/test_seat_statements.py.
"""

from collections.abc import Mapping
from typing import TypeVar

from django.db import connection

from common.prepared_statements import prepared_cursor
from game.kernel.base_types import Millis, Seat

P = TypeVar("P", bound=tuple[int, Seat])

_RENEW = 'UPDATE "game_seatrow" SET "seen_at" = %s, "lease" = %s, "away" = %s WHERE "match_id" = %s AND "seat" = %s'
_RENEW_FRESH = """
    UPDATE "game_seatrow" SET "seen_at" = %s, "lease" = %s
     WHERE "match_id" = %s AND "seat" = %s AND NOT "away" AND "seen_at" + "lease" > %s"""
_RENEW_MANY = """
    UPDATE "game_seatrow" SET
           "lease" = CASE WHEN "seen_at" < "fresh"."at" THEN %s ELSE "lease" END,
           "seen_at" = CASE WHEN "seen_at" < "fresh"."at" THEN "fresh"."at" ELSE "seen_at" END
      FROM (SELECT "seat"."id" AS "row", "sign"."column3" AS "at"
              FROM "game_seatrow" AS "seat"
              JOIN (VALUES {signs}) AS "sign"
                ON "seat"."match_id" = "sign"."column1" AND "seat"."seat" = "sign"."column2"
             WHERE NOT "seat"."away" AND "seat"."seen_at" + "seat"."lease" > "sign"."column3"
             {locked}) AS "fresh"
     WHERE "id" = "fresh"."row"
 RETURNING "match_id", "seat"
"""
_CLEAR_DRAFT = """UPDATE "game_seatrow" SET "draft" = '' WHERE "match_id" = %s AND "seat" = %s AND "draft" <> ''"""


def renew_lease(match_id: int, seat: Seat, seen_at: Millis, lease: Millis) -> None:
    """Write a sign of life; whoever was away is back."""
    _write(_RENEW, seen_at, lease, False, match_id, seat)


def renew_fresh_lease(match_id: int, seat: Seat, seen_at: Millis, lease: Millis) -> bool:
    """Write a sign of life of a seat whose lease has not lapsed at it; whether it was one."""
    return _write(_RENEW_FRESH, seen_at, lease, match_id, seat, seen_at) > 0


def renew_fresh_leases(signs: Mapping[P, Millis], lease: Millis) -> list[tuple[int, Seat]]:
    """Write the last signs of life of many seats, each a match's id and a seat, whose leases have not lapsed at them;
    gives those that were written.

    Left out is one that somebody is writing just now: whoever holds one lock and waits for the next can be waited for
    by another. A later sign that is written already stays.
    """
    skipping = connection.features.has_select_for_update_skip_locked
    statement = _RENEW_MANY.format(
        # Three numbers of our own a seat: to give them as values takes ten times as long as to write them.
        signs=", ".join([f"({match_id}, {seat}, {at})" for (match_id, seat), at in signs.items()]),
        locked='FOR UPDATE OF "seat" SKIP LOCKED' if skipping else "",
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [lease])
        return list(cursor.fetchall())


def clear_draft(match_id: int, seat: Seat) -> None:
    """The tiles that the seat had laid are played."""
    _write(_CLEAR_DRAFT, match_id, seat)


def _write(statement: str, *values: int) -> int:
    with prepared_cursor() as cursor:
        cursor.execute(statement, values)
        written: int = cursor.rowcount
    return written
