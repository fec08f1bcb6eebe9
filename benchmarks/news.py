"""The news: what an act of a slow match costs beside one of a live match, and how many rows a second are sent.

Run as a section of `benchmarks.run`.
"""

import statistics
import time
from collections.abc import Mapping, Sequence
from functools import partial

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.services.guests import create_guest
from benchmarks.measure import Row, seconds_of
from game import api as game
from news import api as news
from news.channels import CHANNELS, Outcome
from news.models import News
from tests.support.matches import make_match, submit

ACTS, PEOPLE = 30, 400
CLOCKS = {"a live match": {"turn_seconds": 600}, "a slow match": {"turn_seconds": 3 * 86_400, "reserve_hours": 72}}


class _Nowhere:
    """A channel that has sent what it is given at once."""

    def send(self, rows: Sequence[News], now_ms: int) -> Mapping[int, tuple[Outcome, int | None]]:
        return {row.pk: (Outcome.SENT, None) for row in rows}


def rows() -> list[Row]:
    """All of it, on an empty database."""
    return [*(_acts(said, settings) for said, settings in CLOCKS.items()), _sent()]


def _acts(said: str, settings: Mapping[str, int]) -> Row:
    """The first act of many matches: it takes one turn's news back and tells the next."""
    taken, statements = [], 0
    for _ in range(ACTS):
        row = make_match(starts_at=game.now_ms(), variant="classic", **settings)  # type: ignore[arg-type]
        with CaptureQueriesContext(connection) as asked:
            passing = partial(submit, row, 0, game.now_ms(), do="pass")
            taken.append(seconds_of(passing, time.process_time) * 1000)
        statements = len(asked)
    figure = f"{statistics.median(taken):.1f} ms CPU, {statements} statements"
    return Row(f"{connection.vendor}: an act of {said}", figure)


def _sent() -> Row:
    """Rows of as many people, due at once, by a channel that takes no time."""
    now = game.now_ms()
    with transaction.atomic():
        for number in range(PEOPLE):
            news.tell([create_guest().pk], "turn", f"match:{number}", path="/", at=now, values={"names": ["Bo"]})
    before = dict(CHANNELS)
    CHANNELS.clear()
    CHANNELS["push"] = _Nowhere()
    begun = time.perf_counter()
    try:
        while news.deliver(now + 60_000):
            pass
    finally:
        CHANNELS.clear()
        CHANNELS.update(before)
    return Row(f"{connection.vendor}: sent", f"{PEOPLE / (time.perf_counter() - begun):.0f} rows a second")
