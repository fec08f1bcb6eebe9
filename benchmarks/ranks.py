"""Leaderboards among many accounts:  python -m benchmarks.ranks [--accounts N] [--matches N] [--plans]

Needs DATABASE_URL; makes a database of its own there, fills it (crowd.py) and drops it. What the figures mean:
docs/benchmarks.md.
"""

import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks import crowd
from benchmarks.crowd import ROUNDS, timed
from benchmarks.measure import Row


def _rows() -> Iterator[Row]:
    from django.test import Client

    from accounts.models import User
    from accounts.ranking.leaderboard import around, page_of, rows_of
    from accounts.services import ranking

    for name, board in _boards():
        lines = rows_of(board, crowd.NOW)
        many = lines.order_by().count()
        top, middle, end = (lines[at] for at in (0, many // 2, many - 1))
        half, last = (f"{getattr(line, board.by)!r}~{line.user_id}" for line in (middle, end))
        yield from (
            Row(f"{name}: {many} lines", ""),
            timed("first page", partial(page_of, board, crowd.NOW, None)),
            timed("page from the middle on", partial(page_of, board, crowd.NOW, None, after=half)),
            timed("last page", partial(page_of, board, crowd.NOW, None, before=last)),
            timed("own place with neighbours, at the top", partial(around, board, crowd.NOW, top.user_id)),
            timed("the same in the middle", partial(around, board, crowd.NOW, middle.user_id)),
            timed("the same at the end", partial(around, board, crowd.NOW, end.user_id)),
        )
    client = Client(SERVER_NAME="localhost")
    rows = rows_of(_boards()[0][1], crowd.NOW)
    client.force_login(User.objects.get(pk=rows[rows.order_by().count() // 2].user_id))
    yield timed("the whole page over HTTP, by one in the middle", lambda: client.get("/leaderboard/"))
    ends = iter(_unranked(ROUNDS + 1))
    yield timed("points and ratings of one more match", lambda: ranking.rank(next(ends)))


def _boards() -> list[tuple[str, Any]]:
    from accounts.ranking.leaderboard import Board

    return [
        ("ranked points, all time", Board("points", "", "all")),
        ("rating, English", Board("rating", "en", "all")),
        ("ranked points, this week", Board("points", "", "week")),
    ]


def _unranked(many: int) -> list[int]:
    """Finished matches that the ranking has not looked at."""
    from accounts.models import User
    from game.models import Match, SeatRow

    players = list(User.objects.order_by("-pk")[: 2 * many])
    made = []
    for number in range(many):
        match = Match.objects.create(
            variant="alfapower", language="en", preset="standard", rated=True, status="over", state="{}", seed=b"",
            started_at=crowd.NOW, finished_at=crowd.NOW, reason="bag_empty", winner=0,
        )  # fmt: skip
        for seat, total in enumerate(("250", "230")):
            player = players[2 * number + seat]
            SeatRow.objects.create(match=match, seat=seat, user=player, name=player.display_name, total=total)
        made.append(match.pk)
    return made


def _plans() -> None:
    from accounts.ranking.leaderboard import rows_of

    for name, board in _boards():
        lines = rows_of(board, crowd.NOW)
        middle = lines[lines.order_by().count() // 2]
        above = lines.filter(**{f"{board.by}__gt": getattr(middle, board.by)}).order_by()
        sys.stdout.write(f"\n{name}, a page:\n{lines[:51].explain(analyze=True)}\n")
        # As `count()` asks it, without the columns.
        sys.stdout.write(f"\n{name}, a place:\n{above.values('user_id').explain(analyze=True)}\n")


if __name__ == "__main__":
    crowd.measure(sys.argv[1:], __doc__, _rows, _plans)
