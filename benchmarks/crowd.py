"""A database full of people and finished matches, for measuring pages that read many rows.

`database()` makes an empty one on the Postgres server of DATABASE_URL, migrated, and drops it at the end; `fill()` puts
accounts and rated matches into it by a few large statements, for which the role must be a superuser. What hangs on
matches in other tables (facts, say) can be filled from `crowd_match` and `crowd_seat`, which stay for the length of the
connection. `measure()` is the program of those who measure there.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from benchmarks.measure import Row, row, seconds_of, timing

START = 1_750_000_000_000
YEAR_MS = 365 * 24 * 60 * 60 * 1000
NOW = START + YEAR_MS
"""The matches lie in the year before this moment."""
ROUNDS = 15


def measure(
    arguments: Sequence[str],
    description: str | None,
    rows: Callable[[], Iterable[Row]],
    plans: Callable[[], object],
    fill_more: Callable[[], object] = lambda: None,
) -> None:
    """Fill a database, print the rows that are measured there, and if asked how Postgres answers."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--plans", action="store_true", help="print how Postgres answers")
    asked = parser.parse_args(arguments)
    with database():
        from django.conf import settings

        from game import api as game

        game.now_ms = lambda: NOW
        settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
        begun = time.perf_counter()
        fill(asked.accounts, asked.matches)
        fill_more()
        filled = time.perf_counter() - begun
        say(Row(f"{asked.accounts} accounts, {asked.matches} matches filled in", f"{filled:.0f} s"))
        for line in rows():
            say(line)
        if asked.plans:
            plans()


def timed(name: str, case: Callable[[], object]) -> Row:
    """The wall time of a call, by the median of several after one that does not count."""
    case()
    return row(f"  {name}", timing([seconds_of(case, time.perf_counter) * 1e6 for _ in range(ROUNDS)]))


def say(line: Row) -> None:
    """Print a line of the table as soon as it is known."""
    sys.stdout.write(f"{line.name:<66} {line.value:>9}  {line.noise}\n")
    sys.stdout.flush()


@contextmanager
def database() -> Iterator[None]:
    """Set Django up on a database of its own; call it before anything of Django is imported."""
    server = os.environ["DATABASE_URL"]
    name = f"alfapower_benchmark_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            os.environ |= {
                "DATABASE_URL": urlsplit(server)._replace(path=f"/{name}").geturl(),
                "DJANGO_SETTINGS_MODULE": "alfapower.settings",
                "DATABASE_POOL": "0",
                "SECRET_KEY": "x" * 50,
                "STATEMENT_TIMEOUT_MS": "0",
                "LOG_JSON": "0",
            }
            import django
            from django.core.management import call_command
            from django.db import connection

            django.setup()
            call_command("migrate", verbosity=0)
            yield
            connection.close()
        finally:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def fill(accounts: int, matches: int) -> None:
    """So many accounts and rated matches between them; some people play much more than others."""
    from django.db import connection

    from accounts.models import RankChange, RatedMatch, Rating, Standing, User
    from game.models import Match, SeatRow

    with connection.cursor() as cursor:
        cursor.execute(IN_HASTE)
    person = User.objects.create(username="crowd", display_name="Player")
    first = person.pk + 1
    pattern = Match.objects.create(
        variant="alfapower", language="en", preset="standard", rated=True, status="over", state="{}", seed=b"",
        started_at=START, reason="bag_empty",
    )  # fmt: skip
    with connection.cursor() as cursor:
        copy(cursor, User, f"generate_series(0, {accounts - 1}) n", {
            "id": f"{first} + n", "username": "'crowd-' || n", "display_name": "'Player ' || n",
            "public_id": "'c' || n",
        }, person.pk)  # fmt: skip
        person.delete()
        cursor.execute(_PLAN, {"first": first, "accounts": accounts, "matches": matches, "base": pattern.pk,
                               "start": START, "year": YEAR_MS})  # fmt: skip
        cursor.execute("CREATE INDEX ON crowd_match (id)")
        cursor.execute(_SEATS)
        copy(cursor, Match, "crowd_match c", {
            "id": "c.id", "public_id": "'b' || c.id", "language": "c.language", "winner": "c.winner",
            "started_at": "c.at - 900000", "finished_at": "c.at",
        }, pattern.pk)  # fmt: skip
        pattern.delete()
        _insert(cursor, SeatRow, "crowd_seat c", {
            "match": "c.match", "seat": "c.seat", "user": "c.player", "name": "'Player'", "seen_at": "c.at",
            "away": "false", "score": "c.total::text", "total": "c.total::text", "draft": "''",
        })  # fmt: skip
        _insert(cursor, RatedMatch, "crowd_match c", {
            "match": "c.id", "verdict": "'moved'", "moved": "c.margin", "variant": "'alfapower'",
            "language": "c.language", "ended_at": "c.at", "note": "''",
        })  # fmt: skip
        _insert(cursor, RankChange, "crowd_seat c", {
            "rated_match": "c.match", "seat": "c.seat", "user": "c.player", "won": "c.won", "points_before": "1000",
            "points": "c.points", "rating_before": "1500", "deviation_before": "80",
            "rating_after": "1500 + sign(c.points) * 8", "deviation_after": "79", "ended_at": "c.at",
        })  # fmt: skip
        _insert(cursor, Rating, f"({_RATINGS}) c", {
            "user": "c.player", "variant": "'alfapower'", "language": "c.language", "rating": "c.rating",
            "deviation": "greatest(55, 350 / sqrt(1 + c.matches))", "volatility": "0.06", "matches": "c.matches",
            "rated_at": "c.at",
        })  # fmt: skip
        _insert(cursor, Standing, f"({_STANDINGS}) c", {
            "user": "c.player", "variant": "'alfapower'", "language": "c.language", "span": "c.span",
            "period": "c.period", "points": "c.points", "rating": "c.rating", "matches": "c.matches", "won": "c.won",
            "listed": "true",
        })  # fmt: skip
        for table in ("game_match", "accounts_user"):
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("RESET ALL")


def copy(cursor: object, model: type, source: str, columns: Mapping[str, str], pattern: int) -> None:
    """Rows like the one with the key `pattern`, but for these columns."""
    fields = model._meta.concrete_fields  # type: ignore[attr-defined]
    chosen = [columns.get(field.name, f'p."{field.column}"') for field in fields]
    names = ", ".join(f'"{field.column}"' for field in fields)
    table = model._meta.db_table  # type: ignore[attr-defined]
    cursor.execute(  # type: ignore[attr-defined]
        f"INSERT INTO {table} ({names}) SELECT {', '.join(chosen)} FROM {source}, {table} p WHERE p.id = {pattern}"
    )


def _insert(cursor: object, model: type, source: str, columns: Mapping[str, str]) -> None:
    """A row for each of the source; the columns are named by their fields."""
    names = ", ".join(f'"{model._meta.get_field(name).column}"' for name in columns)  # type: ignore[attr-defined]
    table = model._meta.db_table  # type: ignore[attr-defined]
    cursor.execute(  # type: ignore[attr-defined]
        f"INSERT INTO {table} ({names}) SELECT {', '.join(columns.values())} FROM {source}"
    )


# What is made here keeps its promises by itself, and may be lost: no check of every reference, no wait for the disk,
# and a busy machine may take its time between two statements.
IN_HASTE = """
SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB';
SET idle_in_transaction_session_timeout = 0
"""

# Those with low numbers play more often and win more.
_PLAN = """
CREATE TEMP TABLE crowd_match AS
SELECT id, %(first)s + a AS first, %(first)s + (a + 1 + b) %% %(accounts)s AS second, at, margin, total,
       CASE WHEN luck < 0.5 + 0.4 * ((a + 1 + b) %% %(accounts)s - a)::float / %(accounts)s THEN 0 ELSE 1 END AS winner,
       CASE WHEN tongue < 0.7 THEN 'en' ELSE 'sv' END AS language
FROM (SELECT %(base)s + n AS id, floor(%(accounts)s * power(random(), 2))::bigint AS a,
             floor((%(accounts)s - 1) * random())::bigint AS b,
             %(start)s + floor(%(year)s * power(random(), 0.5))::bigint AS at,
             1 + floor(random() * 90)::int AS margin, 180 + floor(random() * 200)::int AS total,
             random() AS luck, random() AS tongue
      FROM generate_series(1, %(matches)s) n) drawn
"""
_SEATS = """
CREATE TEMP TABLE crowd_seat AS
SELECT id AS match, seat, CASE seat WHEN 0 THEN first ELSE second END AS player, at, language, winner = seat AS won,
       CASE WHEN winner = seat THEN margin ELSE -margin END AS points,
       CASE WHEN winner = seat THEN total + margin ELSE total END AS total
FROM crowd_match, generate_series(0, 1) seat
"""
_RATINGS = """
SELECT player, language, 1500 + 8 * sum(sign(points)) + random() AS rating, count(*) AS matches, max(at) AS at
FROM crowd_seat GROUP BY player, language
"""
_STANDINGS = """
SELECT DISTINCT ON (player, language, span) player, language, span, period, sum(points) AS points,
       CASE WHEN language = '' THEN NULL ELSE 8 * sum(sign(points)) + CASE span WHEN 'all' THEN 1500 ELSE 0 END END
         AS rating,
       count(*) AS matches, count(*) FILTER (WHERE won) AS won
FROM (SELECT player, points, won, tongue AS language, span,
             CASE span WHEN 'all' THEN '' WHEN 'month' THEN to_char(day, 'YYYY-MM') ELSE to_char(day, 'IYYY-"W"IW') END
               AS period
      FROM (SELECT *, to_timestamp(at / 1000) AT TIME ZONE 'UTC' AS day FROM crowd_seat) dated,
           unnest(ARRAY['', dated.language]) tongue, unnest(ARRAY['all', 'month', 'week']) span) spread
GROUP BY player, language, span, period
ORDER BY player, language, span, period DESC
"""
