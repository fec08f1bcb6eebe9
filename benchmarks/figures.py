"""Statistics and balance among many matches:  python -m benchmarks.figures [--accounts N] [--matches N] [--plans]

Needs DATABASE_URL; makes a database of its own there, fills it (crowd.py) and drops it. What the figures mean:
docs/benchmarks.md.
"""

import sys
import time
from typing import Any

from benchmarks import crowd
from benchmarks.crowd import timed
from benchmarks.measure import Row, seconds_of


def _fill() -> None:
    """The facts of the crowd's matches: plausible figures, two kinds of powers a player and match."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_PLAYED)
        cursor.execute(_WORDS)
        cursor.execute(_BOUGHT)
        cursor.execute("VACUUM ANALYZE accounts_playedmatch, accounts_boughtitem")


def _rows() -> list[Row]:
    from accounts.services import balance

    client, page, many = _busiest()
    counted = seconds_of(lambda: balance.compute(crowd.NOW), time.perf_counter)
    return [
        Row(f"the busiest player, {many} matches", ""),
        timed("statistics over HTTP", lambda: client.get(page)),
        timed("the same, Swedish matches of 30 days", lambda: client.get(page + "?language=sv&period=30")),
        timed("all matches as CSV", lambda: client.get(page + "matches.csv")),
        Row("the balance counted anew", f"{counted:.2f} s"),
        timed("the page on balance over HTTP", lambda: client.get("/balance/")),
    ]


def _busiest() -> tuple[Any, str, int]:
    """The player with most matches: a signed-in client, the address of the statistics, how many matches."""
    from django.db.models import Count
    from django.test import Client

    from accounts.models import PlayedMatch, User

    busy = PlayedMatch.objects.values("user").annotate(n=Count("pk")).order_by("-n")[0]
    player = User.objects.get(pk=busy["user"])
    client = Client(SERVER_NAME="localhost")
    client.force_login(player)
    return client, f"/players/{player.public_id}/", busy["n"]


def _plans() -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client, page, _ = _busiest()
    with CaptureQueriesContext(connection) as asked:
        client.get(page)
    for query in asked.captured_queries:
        if query["sql"].startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute("EXPLAIN (ANALYZE, TIMING OFF) " + query["sql"].replace("%", "%%"), [])
                plan = "\n".join(line for (line,) in cursor.fetchall())
            sys.stdout.write(f"\n{query['sql'][:200]}\n{plan}\n")


_PLAYED = """
INSERT INTO accounts_playedmatch (match_id, seat, user_id, opponent_id, finished_at, language, preset, rated,
    board_size, turn_seconds, reason, outcome, score, total, opponent_total, turns, word_turns, time_ms, points,
    best_word, best_word_points, best_turn, full_turns, coins_earned, coins_spent, alfa_made, alfa_points, tries,
    try_points, try_coins, passes, timeouts, swaps)
SELECT c.match, c.seat, c.player, o.player, c.at, c.language, 'standard', true,
    CASE WHEN c.match % 3 = 0 THEN 11 ELSE 15 END, 60, 'bag_empty',
    CASE WHEN c.won THEN 'w' ELSE 'l' END, c.total, c.total, o.total, 14, 12, 300000, c.total,
    'WORD' || c.match % 997, 20 + c.match % 90, 30 + c.match % 120, 0, 50, 40, 0, 0, 1, 1, 1, 1, 0, 1
FROM crowd_seat c JOIN crowd_seat o ON o.match = c.match AND o.seat = 1 - c.seat
"""
_WORDS = """
INSERT INTO accounts_playedword (played_id, word, points)
SELECT p.id, 'WORD' || (p.match_id + i.step) % 997, p.best_word_points - i.step
FROM accounts_playedmatch p, (VALUES (0), (1), (2), (3), (4)) AS i (step)
"""
_BOUGHT = """
INSERT INTO accounts_boughtitem (played_id, item, price, bought, used, brought, gave, alone, first, rated, board_size,
    seat, outcome)
SELECT p.id, i.item, i.price, 1 + p.id % 2, 1, p.id % 9, p.id % 4, p.id % 3 = 0, true, true, p.board_size, p.seat,
    p.outcome
FROM accounts_playedmatch p, (VALUES ('swap', 3), ('fortify', 4), ('claim', 4), ('blast', 10)) AS i (item, price)
WHERE (p.id + i.price) % 2 = 0
"""


if __name__ == "__main__":
    crowd.measure(sys.argv[1:], __doc__, _rows, _plans, _fill)
