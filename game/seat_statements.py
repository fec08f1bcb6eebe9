"""The statements by which heartbeats and plays read and write seats, in plain SQL, because they run so often.

Each statement is held to what the ORM does, on both databases, by tests/services/test_match_statements.py.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple, TypeVar

from django.db import connection

from common.prepared_statements import prepared_cursor
from game.kernel.base_types import Millis, Seat

P = TypeVar("P", bound=tuple[int, Seat])

_LOOKED = """CASE WHEN "looked_at" < %s THEN %s ELSE "looked_at" END"""
_RENEW = f"""
    UPDATE "game_seatrow" SET "seen_at" = %s, "lease" = %s, "looked_at" = {_LOOKED}, "away" = %s
     WHERE "match_id" = %s AND "seat" = %s"""  # nosec B608
_RENEW_FRESH = f"""
    UPDATE "game_seatrow" SET "seen_at" = %s, "lease" = %s, "looked_at" = {_LOOKED}
     WHERE "match_id" = %s AND "seat" = %s AND NOT "away" AND "seen_at" + "lease" > %s"""  # nosec B608
_RENEW_MANY = """
    UPDATE "game_seatrow" SET
           "lease" = CASE WHEN "seen_at" < "fresh"."at" THEN %s ELSE "lease" END,
           "seen_at" = CASE WHEN "seen_at" < "fresh"."at" THEN "fresh"."at" ELSE "seen_at" END,
           "looked_at" = CASE WHEN "looked_at" < "fresh"."look" THEN "fresh"."look" ELSE "looked_at" END
      FROM (SELECT "seat"."id" AS "row", "sign"."column3" AS "at", "sign"."column4" AS "look"
              FROM "game_seatrow" AS "seat"
              JOIN (VALUES {signs}) AS "sign"
                ON "seat"."match_id" = "sign"."column1" AND "seat"."seat" = "sign"."column2"
             WHERE NOT "seat"."away" AND "seat"."seen_at" + "seat"."lease" > "sign"."column3"
             {locked}) AS "fresh"
     WHERE "id" = "fresh"."row"
 RETURNING "match_id", "seat"
"""
_SEATED = 'SELECT "user_id", "name", "looked_at" FROM "game_seatrow" WHERE "match_id" = %s ORDER BY "seat"'
_CLEAR_DRAFT = """UPDATE "game_seatrow" SET "draft" = '' WHERE "match_id" = %s AND "seat" = %s AND "draft" <> ''"""


def renew_lease(match_id: int, seat: Seat, seen_at: Millis, lease: Millis, *, looks: bool = False) -> None:
    """Write a sign of life, from a visible page or not; an absent player is back."""
    look = seen_at if looks else 0
    _write(_RENEW, seen_at, lease, look, look, False, match_id, seat)


def renew_fresh_lease(match_id: int, seat: Seat, seen_at: Millis, lease: Millis, *, looks: bool = False) -> bool:
    """Write a sign of life of a seat whose lease has not lapsed at it; whether it was one."""
    look = seen_at if looks else 0
    return _write(_RENEW_FRESH, seen_at, lease, look, look, match_id, seat, seen_at) > 0


def renew_fresh_leases(
    signs: Mapping[P, Millis], lease: Millis, looking: Collection[P] = frozenset()
) -> list[tuple[int, Seat]]:
    """Write the last signs of life of many seats, each a match's id and a seat, whose leases have not lapsed at them;
    returns those that were written. `looking`: those of them with a visible page.

    Left out is one that another transaction is writing: a transaction that holds one lock and waits for the next could
    deadlock. A later sign that is written already stays.
    """
    skipping = connection.features.has_select_for_update_skip_locked
    statement = _RENEW_MANY.format(
        # Four numbers of our own a seat: passing them as parameters takes ten times as long as writing them out.
        signs=", ".join(
            [f"({place[0]}, {place[1]}, {at}, {at if place in looking else 0})" for place, at in signs.items()]
        ),
        locked='FOR UPDATE OF "seat" SKIP LOCKED' if skipping else "",
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [lease])
        return list(cursor.fetchall())


def clear_draft(match_id: int, seat: Seat) -> None:
    """The tiles that the seat had laid are played."""
    _write(_CLEAR_DRAFT, match_id, seat)


class Seated(NamedTuple):
    """The player at a seat: the user, None for a bot and where the account is gone, and the name; when a page of theirs
    was last visible."""

    user_id: int | None
    name: str
    looked_at: Millis


def seated_at(match_id: int) -> list[Seated]:
    """The player at each seat of a match."""
    with prepared_cursor() as cursor:
        cursor.execute(_SEATED, [match_id])
        return [Seated(*row) for row in cursor.fetchall()]


def _write(statement: str, *values: int) -> int:
    with prepared_cursor() as cursor:
        cursor.execute(statement, values)
        written: int = cursor.rowcount
    return written
