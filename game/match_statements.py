"""What every act writes, and every screen reads, in plain SQL: to put it into words cost the ORM several times what
asking it does.

Each statement is held to what the ORM does, on both databases, by tests/services/test_match_statements.py.
"""

from typing import NamedTuple

from common.prepared_statements import prepared_cursor
from game.kernel.base_types import Millis, Seat
from game.models import Match

_INSERT_LOG_ENTRY = """
    INSERT INTO "game_logentry"
        ("match_id", "seq", "at", "arrived_at", "seat", "action", "events", "digest", "state_format", "nonce")
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"""
WRITTEN = ("version", "state", "due_at", "logged_at", "outages_seen", "status", "reason", "winner", "finished_at")
"""The columns of a match that a step may change."""
_UPDATE_MATCH = """
    UPDATE "game_match" SET
        "version" = %s, "state" = %s, "due_at" = %s, "logged_at" = %s, "outages_seen" = %s, "status" = %s,
        "reason" = %s, "winner" = %s, "finished_at" = %s
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
    """Write what a step may change of a match as the row has it. Raises Match.DoesNotExist where it is there no more.

    Of two acts at once the row's lock lets one pass; this is written under it.
    """
    with prepared_cursor() as cursor:
        cursor.execute(
            _UPDATE_MATCH,
            [
                row.version, row.state, row.due_at, row.logged_at, row.outages_seen, str(row.status), str(row.reason),
                row.winner, row.finished_at, row.pk,
            ],
        )  # fmt: skip
        written = cursor.rowcount
    if not written:
        raise Match.DoesNotExist(f"no match {row.pk}")


class Entry(NamedTuple):
    """An entry of a log: its number, and its `events` as they are stored."""

    seq: int
    events: str


_ENTRIES_BEFORE = """
    SELECT "seq", "events" FROM "game_logentry" WHERE "match_id" = %s AND "seq" < %s ORDER BY "seq" DESC LIMIT %s"""
_NAMES = 'SELECT "name" FROM "game_seatrow" WHERE "match_id" = %s ORDER BY "seat"'


def entries_before(match_id: int, seq: int, most: int) -> list[Entry]:
    """At most so many entries before that number, the latest first."""
    with prepared_cursor() as cursor:
        cursor.execute(_ENTRIES_BEFORE, [match_id, seq, most])
        return [Entry(*row) for row in cursor.fetchall()]


def stored_names(match_id: int) -> tuple[str, ...]:
    """The players' names as they are stored, in seat order."""
    with prepared_cursor() as cursor:
        cursor.execute(_NAMES, [match_id])
        return tuple(name for (name,) in cursor.fetchall())
