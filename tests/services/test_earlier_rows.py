"""What release 0.1 left in the lobby's and the statistics' tables belongs to AlfaPower afterwards, and keeps its
figures; migrated back, the release before finds its own again."""

import json
from typing import Any

import pytest

from tests.services.test_earlier_release import Site

pytestmark = pytest.mark.long  # migrations that are not changed any more

BEFORE = ("accounts", "0016"), ("lobby", "0008")
"""The last migrations without a game's key."""

ROOM = {
    "id": 1, "code": "ABCD2345", "settings": '{"turn_seconds": 30}', "version": 3, "news": "{}",
    "expires_at": 1_800_000_900_000, "ended": "", "match": "", "host_id": 7,
}  # fmt: skip
PLAYED = {
    "id": 1, "match_id": 1, "seat": 0, "user_id": 7, "opponent_id": 12, "finished_at": 1_800_000_148_000,
    "language": "sv", "preset": "quick", "rated": True, "board_size": 11, "turn_seconds": 30, "reason": "bag_empty",
    "outcome": "w", "score": 300, "total": 311, "opponent_total": 250, "turns": 9, "word_turns": 8, "time_ms": 90_000,
    "points": 305, "best_word": "ÄPPLE", "best_word_points": 44, "best_turn": 52, "full_turns": 1, "coins_earned": 40,
    "coins_spent": 18, "alfa_made": 2, "alfa_points": 60, "tries": 1, "try_points": 5, "try_coins": 2, "passes": 1,
    "timeouts": 0, "swaps": 1,
}  # fmt: skip
BOUGHT = {
    "id": 1, "played_id": 1, "item": "blast", "price": 7, "bought": 2, "used": 1, "brought": 12, "gave": 0,
    "alone": True, "first": True, "rated": True, "board_size": 11, "seat": 0, "outcome": "w",
}  # fmt: skip
ROWS = {"lobby_room": ROOM, "accounts_playedmatch": PLAYED, "accounts_boughtitem": BOUGHT}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The old database with a room and a line of statistics in it, migrated."""
    site = Site(tmp_path_factory.mktemp("earlier-rows"))
    for table, row in ROWS.items():
        site.put(table, row)
    site.run("manage.py", "migrate", "--noinput", "-v0")
    return site


# Migrating installs those of the other games beside them.
PRESETS = "SELECT key FROM lobby_preset WHERE variant = 'alfapower' ORDER BY key"


def kept(site: Site) -> dict[str, dict[str, Any]]:
    return {table: site.row(table, list(row)) for table, row in ROWS.items()}


def test_rows_of_before_belong_to_alfapower_and_keep_their_figures(site: Site) -> None:
    assert kept(site) == ROWS
    for table in ROWS:
        assert site.ask(f"SELECT variant FROM {table}") == [("alfapower",)]
    assert json.loads(site.ask("SELECT own FROM accounts_playedmatch")[0][0]) == {}
    assert site.ask(PRESETS) == [("alfapower-slow",), ("quick",), ("standard",), ("strategy",)]


def test_migrated_back_and_forth_nothing_is_lost(site: Site) -> None:
    for app, name in BEFORE:
        site.run("manage.py", "migrate", "--noinput", "-v0", app, name)
    assert kept(site) == ROWS
    site.run("manage.py", "migrate", "--noinput", "-v0")
    assert kept(site) == ROWS
    assert site.ask(PRESETS) == [("alfapower-slow",), ("quick",), ("standard",), ("strategy",)]
