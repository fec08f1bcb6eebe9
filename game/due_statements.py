"""Select the matches in which something is due, in plain SQL: every read of a match runs this, and the ORM took four
times as long to build the query as the database takes to answer it.
"""

from collections.abc import Collection
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db import connection

from common.model_rows import ModelRows
from common.prepared_statements import prepared_cursor
from game.kernel.base_types import Millis
from game.models import Match, SeatRow
from game.variants import VARIANTS

_WATCHED = """NOT "slow" AND (
       NOT "practice" AND EXISTS (
          SELECT 1 FROM "game_seatrow" AS "seat"
           WHERE NOT "away" AND "match_id" = "game_match"."id" AND "seen_at" <= %s - "lease" LIMIT 1 OFFSET 0)
       OR EXISTS (SELECT 1 FROM "game_outage" AS "outage" WHERE "outage"."id" > "outages_seen"))"""
"""A match with a player whose absence is not yet recorded, or an outage not yet credited: never a slow one. The OFFSET
makes Postgres look up the seats of each match that is queried; else, for a thousand of them, it would read the seats of
all matches, of slow ones too, whose players have no page open."""
_DUE = f"""(
    "status" = 'live' AND "variant" IN ({{games}}) AND ("due_at" <= %s OR {_WATCHED}))"""
"""A match that a look would change, by the moment twice: a clock or an absence has run out, or an outage is not yet
credited. None of a game that is no longer installed: nothing can be computed, and its clocks stand."""
_MATCH, _SEAT = ModelRows(Match), ModelRows(SeatRow)
_SEAT_AND_NAMES = f"""
    SELECT {_DUE}, "player"."name", {_SEAT.columns}, {_MATCH.columns}
      FROM "game_match" JOIN "game_seatrow" ON "game_seatrow"."match_id" = "game_match"."id"
      JOIN "game_seatrow" AS "player" ON "player"."match_id" = "game_match"."id"
     WHERE "game_seatrow"."user_id" = %s"""  # nosec B608
"""A row for each player of each match."""
_SEAT_OF_USER = f"""{_SEAT_AND_NAMES} AND "public_id" = %s ORDER BY "player"."seat" """
_LIVE_SEATS = f"""{_SEAT_AND_NAMES} AND "status" = 'live' ORDER BY "game_match"."id" DESC, "player"."seat" """
_ROW = f'SELECT {_DUE}, {_MATCH.columns} FROM "game_match" WHERE "id" = %s'  # nosec B608
_ROWS = f'SELECT {_DUE}, {_MATCH.columns} FROM "game_match" WHERE "id" IN ({{matches}})'  # nosec B608
_VERSIONS = f'SELECT "id", "version", {_DUE} FROM "game_match" WHERE "id" IN ({{matches}})'  # nosec B608
_RUNNING = """ "status" = 'live' AND "variant" IN ({games}) AND ("failed_at" IS NULL OR "failed_at" <= %s)"""
_SWEPT = f"""
    SELECT "id", "due_at" FROM "game_match" WHERE "due_at" <= %s AND {_RUNNING}
    UNION SELECT "id", "due_at" FROM "game_match" WHERE {_WATCHED} AND {_RUNNING}
    ORDER BY "due_at" LIMIT %s"""  # nosec B608
"""Two queries with an index each, so that slow matches in which nothing is due cost a sweep nothing."""


class SeatAndDue(NamedTuple):
    """A user's `seat` with its match, whether a look at the match would change it, and the players' `names` as they are
    stored, in seat order."""

    seat: SeatRow
    is_due: bool
    names: tuple[str, ...]


def seat_and_due(public_id: str, user_id: int, now: Millis) -> SeatAndDue | None:
    """The seat that a user has in that match, and what a page of it asks first; None where they have none."""
    return next(iter(_seats_and_due(_SEAT_OF_USER, [now, now, user_id, public_id])), None)


def live_seats_and_due(user_id: int, now: Millis) -> list[SeatAndDue]:
    """The same of all the user's seats in running matches, the newest first."""
    return _seats_and_due(_LIVE_SEATS, [now, now, user_id])


def match_and_due(match_id: int, now: Millis) -> tuple[Match, bool] | None:
    """The row of a match, and whether a look at `now` would change it; None where there is no such match."""
    with prepared_cursor() as cursor:
        cursor.execute(_ROW.format(games=_games()), [now, now, match_id])
        found = cursor.fetchone()
    return (_MATCH.object(found[1:]), bool(found[0])) if found else None


def matches_and_due(match_ids: Collection[int], now: Millis) -> list[tuple[Match, bool]]:
    """The same of many matches, by one statement."""
    found = _of_many(_ROWS, match_ids, now) if match_ids else []
    return [(_MATCH.object(row), bool(is_due)) for is_due, *row in found]


def versions_and_due(match_ids: Collection[int], now: Millis) -> list[tuple[int, int, bool]]:
    """Of each of these matches its id, its version, and whether a look at `now` would change it; by one statement."""
    found = _of_many(_VERSIONS, match_ids, now) if match_ids else []
    return [(match_id, version, bool(is_due)) for match_id, version, is_due in found]


def due_matches(now: Millis, failed_before: Millis, most: int) -> list[int]:
    """The ids of at most so many matches that are due, the longest due first; without those that could not be settled
    and were tried after `failed_before`."""
    with connection.cursor() as cursor:
        cursor.execute(_SWEPT.format(games=_games()), [now, failed_before, now, failed_before, most])
        return [match_id for match_id, _ in cursor.fetchall()]


def _seats_and_due(statement: str, values: list[Any]) -> list[SeatAndDue]:
    with prepared_cursor() as cursor:
        cursor.execute(statement.format(games=_games()), values)
        rows = cursor.fetchall()
    found = []
    for _seat_id, group in groupby(rows, itemgetter(2)):
        players = list(group)
        is_due, _name, *columns = players[0]
        seat = _SEAT.object(columns[: len(_SEAT.names)])
        seat.match = _MATCH.object(columns[len(_SEAT.names) :])
        found.append(SeatAndDue(seat, bool(is_due), tuple(name for _is_due, name, *_columns in players)))
    return found


def _of_many(statement: str, match_ids: Collection[int], now: Millis) -> list[tuple[Any, ...]]:
    """Built anew for each number of matches, so not prepared by the database; numbers of our own are written out,
    because passing them as parameters takes ten times as long."""
    with connection.cursor() as cursor:
        cursor.execute(statement.format(games=_games(), matches=", ".join(map(str, match_ids))), [now, now])
        return list(cursor.fetchall())


def _games() -> str:
    """The installed games: names of our own folders."""
    return ", ".join(f"'{game}'" for game in VARIANTS)
