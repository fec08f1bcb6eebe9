"""The statements that every action writes with and every screen reads with, in plain SQL: the ORM took several times as
long to build them as they take to run.

Each statement is held to what the ORM does, on both databases, by tests/services/test_match_statements.py.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db import connection

from common.model_rows import ModelRows
from common.prepared_statements import prepared_cursor
from game.kernel.base_types import Millis, Seat
from game.models import Match, SeatRow

_INSERT_LOG_ENTRY = """
    INSERT INTO "game_logentry"
        ("match_id", "seq", "at", "arrived_at", "seat", "action", "events", "digest", "state_format", "nonce")
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"""
WRITTEN = (
    "version", "state", "due_at", "logged_at", "outages_seen", "slow", "on_turn", "status", "reason", "winner",
    "finished_at",
)  # fmt: skip
"""The columns of a match that a step may change."""
_UPDATE_MATCH = """
    UPDATE "game_match" SET
        "version" = %s, "state" = %s, "due_at" = %s, "logged_at" = %s, "outages_seen" = %s, "slow" = %s,
        "on_turn" = %s, "status" = %s, "reason" = %s, "winner" = %s, "finished_at" = %s
    WHERE "id" = %s"""


def insert_log_entry(
    *,
    match_id: int,
    seq: int,
    at: Millis,
    arrived_at: Millis | None,
    seat: Seat | None,
    action: str,
    events: str,
    digest: str,
    state_format: int,
    nonce: str | None,
) -> None:
    """Add an entry to the log of a match. Raises IntegrityError where the match has that number, or the nonce."""
    values = [match_id, seq, at, arrived_at, seat, action, events, digest, state_format, nonce]
    with prepared_cursor() as cursor:
        cursor.execute(_INSERT_LOG_ENTRY, values)


def update_match(row: Match) -> None:
    """Write what a step may change of a match as the row has it. Raises Match.DoesNotExist where it is gone.

    Of two actions at once the row's lock lets one pass; this is written under it.
    """
    with prepared_cursor() as cursor:
        cursor.execute(
            _UPDATE_MATCH,
            [
                row.version, row.state, row.due_at, row.logged_at, row.outages_seen, row.slow,
                row.on_turn, str(row.status), str(row.reason), row.winner, row.finished_at, row.pk,
            ],
        )  # fmt: skip
        written = cursor.rowcount
    if not written:
        raise Match.DoesNotExist(f"no match {row.pk}")


class Entry(NamedTuple):
    """An entry of a log: its number, its `events` as they are stored, and when it came about."""

    seq: int
    events: str
    at: Millis


_ENTRIES_BEFORE = """
    SELECT "seq", "events", "at" FROM "game_logentry"
     WHERE "match_id" = %s AND "seq" < %s ORDER BY "seq" DESC LIMIT %s"""
_NAMES = 'SELECT "name" FROM "game_seatrow" WHERE "match_id" = %s ORDER BY "seat"'

_NAMES_OF_MANY = """
    SELECT "match_id", "name" FROM "game_seatrow" WHERE "match_id" IN ({matches}) ORDER BY "match_id", "seat"
"""


def entries_before(match_id: int, seq: int, most: int) -> list[Entry]:
    """At most so many entries before that number, the latest first."""
    return [Entry(*row) for row in _asked(_ENTRIES_BEFORE, [match_id, seq, most])]


_LAST_ENTRIES = """
    SELECT "match_id", "events" FROM "game_logentry" JOIN "game_match" ON "game_match"."id" = "match_id"
     WHERE "match_id" IN ({matches}) AND "seq" > "version" - %s AND "seq" <= "version"
     ORDER BY "match_id", "seq"
"""


def last_entries(match_ids: Collection[int], most: int) -> dict[int, list[str]]:
    """The events, as they are stored, of at most so many of the last entries of each of these matches, oldest first; by
    one statement, built anew for each number of matches as those of due_statements.py are."""
    return _by_match(_LAST_ENTRIES, match_ids, [most])


_PLAYING = """
    SELECT "user_id", "public_id", "variant", "preset"
      FROM "game_match" JOIN "game_seatrow" ON "game_seatrow"."match_id" = "game_match"."id"
     WHERE "status" = 'live' AND NOT "slow" AND NOT "practice" AND NOT "one_device" AND NOT "out" AND NOT "away"
       AND "user_id" IN ({users})
     ORDER BY "game_match"."id"
"""


def playing_now(user_ids: Collection[int]) -> list[tuple[int, str, str, str]]:
    """Who of these users sits at a running match against people that is not slow: the user, and the match's public id,
    game and preset; the latest match last. One statement, none for nobody."""
    if not user_ids:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_PLAYING.format(users=", ".join(map(str, user_ids))))
        return list(cursor.fetchall())


def stored_names(match_id: int) -> tuple[str, ...]:
    """The players' names as they are stored, in seat order."""
    return tuple(name for (name,) in _asked(_NAMES, [match_id]))


def names_of_many(match_ids: Collection[int]) -> dict[int, tuple[str, ...]]:
    """The same of each of these matches, by one statement."""
    return {match_id: tuple(names) for match_id, names in _by_match(_NAMES_OF_MANY, match_ids, []).items()}


_MATCH, _SEAT = ModelRows(Match), ModelRows(SeatRow)
_SEAT_AND_MATCH = f"""
    SELECT {_SEAT.columns}, {_MATCH.columns}
      FROM "game_seatrow" JOIN "game_match" ON "game_match"."id" = "game_seatrow"."match_id"
"""  # nosec B608
_LOCKED = f'SELECT {_MATCH.columns} FROM "game_match" WHERE "id" = %s'  # nosec B608
_SEAT_OF_USER = f'{_SEAT_AND_MATCH} WHERE "public_id" = %s AND "user_id" = %s'
_FINISHED_SEATS = f"""
    {_SEAT_AND_MATCH} WHERE "user_id" = %s AND "status" = 'over'
    ORDER BY "finished_at" DESC, "match_id" DESC LIMIT %s"""
_TABLES = f"""
    SELECT {_SEAT.columns} FROM "game_seatrow" WHERE "match_id" IN ({{marks}}) ORDER BY "match_id", "seat"
"""  # nosec B608


def locked_match(match_id: int) -> Match | None:
    """The row of a match, locked until the transaction ends where the database locks rows."""
    locking = " FOR UPDATE" if connection.features.has_select_for_update else ""
    found = _asked(_LOCKED + locking, [match_id])
    return _MATCH.object(found[0]) if found else None


def seat_of_user(public_id: str, user_id: int) -> SeatRow | None:
    """The seat, with its match, that a user has there. One at the most: no user has two seats."""
    return next(iter(_seats(_SEAT_OF_USER, [public_id, user_id])), None)


def stamp_of(live: Collection[SeatRow]) -> str:
    """A text for a user's seats in running matches that is another one once one of these has begun, gone on or
    ended."""
    return f"{len(live)}.{sum(seat.match.version for seat in live)}"


_STAMP = """
    SELECT COUNT(*), COALESCE(SUM("version"), 0)
      FROM "game_seatrow" JOIN "game_match" ON "game_match"."id" = "game_seatrow"."match_id"
     WHERE "user_id" = %s AND "status" = 'live'
"""


def stamp_of_user(user_id: int) -> str:
    """The same of a user whose seats are not read."""
    return ".".join(map(str, _asked(_STAMP, [user_id])[0]))


def finished_seats(user_id: int, most: int) -> list[SeatRow]:
    """The user's seats in at most so many finished matches, each with its match, the latest first."""
    return _seats(_FINISHED_SEATS, [user_id, most])


def tables_of(match_ids: Collection[int]) -> dict[int, list[SeatRow]]:
    """All seats of each of these matches, in seat order."""
    tables: dict[int, list[SeatRow]] = {match_id: [] for match_id in match_ids}
    for row in _asked(_TABLES.format(marks=", ".join(["%s"] * len(tables))), list(tables)) if tables else ():
        seat = _SEAT.object(row)
        tables[seat.match_id].append(seat)
    return tables


def _by_match(statement: str, match_ids: Collection[int], values: list[int]) -> dict[int, list[str]]:
    """The texts that a statement finds of each of these matches, in its order."""
    found: dict[int, list[str]] = {match_id: [] for match_id in match_ids}
    if found:
        with connection.cursor() as cursor:
            cursor.execute(statement.format(matches=", ".join(map(str, found))), values)
            for match_id, text in cursor.fetchall():
                found[match_id].append(text)
    return found


def _asked(statement: str, values: list[Any]) -> list[tuple[Any, ...]]:
    with prepared_cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _seats(statement: str, values: list[Any]) -> list[SeatRow]:
    found = []
    for row in _asked(statement, values):
        seat = _SEAT.object(row[: len(_SEAT.names)])
        seat.match = _MATCH.object(row[len(_SEAT.names) :])
        found.append(seat)
    return found
