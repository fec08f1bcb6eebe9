"""A match of ten thousand log entries, most of them failed tries of one turn: what its screens, its end and its
statistics cost. Run as a section of `benchmarks.run`."""

import time
from collections.abc import Callable

from django.db import connection

from benchmarks.measure import Row, seconds_of
from game.live.screens import screen_of
from game.models import Match
from game.services import replays, seat_facts, store
from tests.support.long_log import flood
from tests.support.matches import START, make_match, submit

ENTRIES = 10_000
SOON = START + 5_000


def rows() -> list[Row]:
    """All of it, on an empty database."""
    row = flood(make_match(turn_seconds=None, tries_per_turn=None), ENTRIES)
    kind = connection.vendor
    live = Row(f"{kind}: {ENTRIES} entries: a live screen", _took(lambda: screen_of(row, 0, SOON)), "", "20 ms")
    submit(row, 0, do="resign")
    row = Match.objects.get(pk=row.pk)
    return [
        live,
        Row(f"{kind}: {ENTRIES} entries: told again", _took(lambda: replays.replay_match(row)), "", "5 s"),
        Row(f"{kind}: {ENTRIES} entries: looked at for changes", _took(lambda: store.fingerprint(row)), "", "500 ms"),
        Row(f"{kind}: {ENTRIES} entries: its statistics", _took(lambda: seat_facts.match_facts(row.pk)), "", "5 s"),
    ]


def _took(work: Callable[[], object]) -> str:
    return f"{seconds_of(work, time.process_time) * 1000:.0f} ms CPU"
