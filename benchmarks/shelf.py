"""The shelf of running matches: what one match and fifty cost, in statements, processor time and bytes.

Run as a section of `benchmarks.run`."""

import statistics
import time
from functools import partial

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.services.guests import create_guest
from benchmarks.measure import Row, seconds_of
from game import api as game
from game.services import store
from lobby.running_matches import shelf_of
from tests.support.matches import make_match

ROUNDS = 15
GAMES = ("alfapower", "classic", "alfapet", "flex", "keebble")
SLOW = 3 * 86_400


def rows() -> list[Row]:
    """All of it, on an empty database."""
    return [*_rows(1), *_rows(50)]


def _rows(matches: int) -> list[Row]:
    """Of a new player with so many slow matches, those of all games by turns."""
    player, others = create_guest(), [create_guest() for _ in range(matches)]
    for number, other in enumerate(others):
        _match(player, other, GAMES[number % len(GAMES)])
    client = Client(SERVER_NAME="localhost")
    client.force_login(player)
    address = reverse("lobby:shelf")
    page = client.get(address).content
    with CaptureQueriesContext(connection) as asked:
        shelf_of(player.pk)
    statements = len(asked)  # the next request empties the list
    taken: dict[str, list[float]] = {"known": [], "read anew": []}
    for kind, times in taken.items():
        for _ in range(ROUNDS):
            if kind == "read anew":
                store._decoded.cache_clear()
            times.append(seconds_of(partial(client.get, address), time.process_time) * 1000)
    many = f"{connection.vendor}: the shelf of {matches}"
    return [
        Row(f"{many}: statements", str(statements)),
        Row(f"{many}: processor, states known", f"{statistics.median(taken['known']):.1f} ms", aim="40 ms"),
        Row(f"{many}: processor, states read anew", f"{statistics.median(taken['read anew']):.1f} ms", aim="40 ms"),
        Row(f"{many}: bytes, not compressed", f"{len(page) / 1000:.1f} KB", aim="60 KB"),
    ]


def _match(player: User, other: User, variant: str) -> None:
    make_match(starts_at=game.now_ms(), users=(player, other), by_lot=False, variant=variant, turn_seconds=SLOW)
