"""The sweep among many slow matches in which nothing is due:  python -m benchmarks.sweep [--matches N] [--live N]
[--plans]

Needs DATABASE_URL; makes a database of its own there, fills it (crowd.py) and drops it. What the figures mean:
docs/benchmarks.md.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from benchmarks import crowd
from benchmarks.measure import Row, row, timing

ROUNDS = 60
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


def main(arguments: Sequence[str]) -> None:
    """Fill a database step by step, and print what a sweep costs after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--live", type=int, default=200, help="matches with a clock of a minute that run beside them")
    parser.add_argument("--plans", action="store_true", help="print how Postgres answers")
    asked = parser.parse_args(arguments)
    with crowd.database():
        for line in _rows(asked.matches, asked.live, plans=asked.plans):
            crowd.say(line)


def _rows(matches: int, live: int, *, plans: bool) -> Iterator[Row]:
    from dictionary import api as dictionary
    from game.models import Match, Outage, Pulse

    dictionary.prepare()
    _running(live, {"turn_seconds": 60}, MINUTE)
    yield from _swept(f"no slow match, {live} live ones")
    _running(matches, {"turn_seconds": 3 * DAY // 1000, "reserve_hours": 72}, 6 * DAY)
    yield from _swept(f"{matches} slow matches beside them")
    if plans:
        _explain()
    outage = Outage.objects.create(from_at=crowd.NOW - 60 * MINUTE, to_at=crowd.NOW - MINUTE)
    Match.objects.filter(slow=False).update(outages_seen=outage.pk)
    yield from _swept("the same after an outage of an hour that is owed to all of them")
    Pulse.objects.create(pk=1, stamped_at=crowd.NOW - DAY)
    yield from _swept("while no web process stands ready")


def _running(many: int, settings: dict[str, int], longest: int) -> None:
    """So many matches with these settings between players of their own; their turns end between now and so much later,
    and nobody has a page of theirs open. Those of live ones have."""
    from django.db import connection

    from accounts.models import User
    from game.models import Match, SeatRow
    from game.services import matches
    from game.services.matches import Entrant

    people = [User.objects.create(username=f"{longest}-{seat}", display_name="Player") for seat in range(2)]
    made = matches.create(
        variant="alfapower",
        settings=settings,
        entrants=[Entrant(user.pk, user.display_name) for user in people],
        starts_at=crowd.NOW - MINUTE // 2,
    )
    seen_at = crowd.NOW + (-DAY if made.slow else DAY)
    with connection.cursor() as cursor:
        cursor.execute(crowd.IN_HASTE)
        crowd.copy(cursor, Match, f"generate_series(1, {many - 1}) n", {
            "id": f"{made.pk} + n", "public_id": f"'{made.pk}-' || n",
            "due_at": f"{crowd.NOW} + 1 + {longest // 2} + floor(random() * {longest // 2})::bigint",
        }, made.pk)  # fmt: skip
        for seat in made.seats.all():
            crowd.copy(cursor, SeatRow, f"generate_series(1, {many - 1}) n", {
                "id": "nextval(pg_get_serial_sequence('game_seatrow', 'id'))", "match": f"{made.pk} + n",
            }, seat.pk)  # fmt: skip
        cursor.execute("SELECT setval(pg_get_serial_sequence('game_match', 'id'), max(id)) FROM game_match")
        cursor.execute("UPDATE game_seatrow SET seen_at = %s WHERE match_id >= %s", [seen_at, made.pk])
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("RESET ALL")


def _swept(name: str) -> Iterator[Row]:
    """What a sweep in which nothing is due takes: by the wall, on this thread, and in statements."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from game.services import settle_due

    with CaptureQueriesContext(connection) as asked:
        if settle_due.sweep(crowd.NOW):
            raise RuntimeError("something was due")
    wall, own = [], []
    for _ in range(ROUNDS):
        begun, mine = time.perf_counter(), time.thread_time()
        settle_due.sweep(crowd.NOW)
        wall.append((time.perf_counter() - begun) * 1e6)
        own.append((time.thread_time() - mine) * 1e6)
    yield Row(f"{name}: statements", str(len(asked)))
    yield row("  by the wall", timing(wall))
    yield Row("  19 of 20 within", f"{statistics.quantiles(wall, n=20)[-1] / 1000:.2f} ms")
    yield row("  of this thread's work", timing(own))


def _explain() -> None:
    from django.db import connection

    from game.services import settle_due

    asked: list[tuple[str, Any]] = []

    def note(execute: Callable[..., Any], statement: str, values: Any, many: bool, context: Any) -> Any:
        asked.append((statement, values))
        return execute(statement, values, many, context)

    with connection.execute_wrapper(note):
        settle_due.sweep(crowd.NOW)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS) {asked[-1][0]}", asked[-1][1])
        sys.stdout.write("\n".join(line for (line,) in cursor.fetchall()) + "\n\n")


if __name__ == "__main__":
    main(sys.argv[1:])
