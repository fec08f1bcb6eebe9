"""Matches outlive releases: a database that release 0.1 made is migrated, audited, exported and played on; what it left
in the lobby's and the statistics' tables belongs to AlfaPower afterwards; migrated back, its own release finds it."""

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.variants.alfapower.rules.formats import format_1

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.long  # migrations that are not changed any more
LEFT_BEHIND = Path(__file__).parent / "release_0_1"


class Site:
    """This release in a data folder that holds the old database."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "alfapower.sqlite3"
        self.database.write_bytes(gzip.decompress((LEFT_BEHIND / "database.sqlite3.gz").read_bytes()))
        own = {"ALFAPOWER_NO_BOOTSTRAP": "1", "ALFAPOWER_DATA": str(folder), "DATABASE_URL": "", "REDIS_URL": ""}
        self.env = {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "alfapower.settings", "PYTHONPATH": str(ROOT)}

    def run(self, *words: str) -> str:
        """What a command printed; it must succeed."""
        done = subprocess.run([sys.executable, *words], cwd=ROOT, env=self.env, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def ask(self, statement: str) -> list[Any]:
        """Rows straight from the database."""
        with sqlite3.connect(self.database) as connection:
            return connection.execute(statement).fetchall()

    def put(self, table: str, row: dict[str, object]) -> None:
        """One more row, by its columns."""
        holes = ", ".join(f":{column}" for column in row)
        with sqlite3.connect(self.database) as connection:
            connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({holes})", row)

    def row(self, table: str, columns: list[str]) -> dict[str, object]:
        """These columns of a table's only row."""
        [found] = self.ask(f"SELECT {', '.join(columns)} FROM {table}")
        return dict(zip(columns, found, strict=True))


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The old database, migrated and nothing else."""
    site = Site(tmp_path_factory.mktemp("release-0.1"))
    site.run("manage.py", "migrate", "--noinput", "-v0")
    return site.database.read_bytes()


@pytest.fixture
def before(migrated: bytes, tmp_path: Path) -> Site:
    """A site of its own that has it."""
    site = Site(tmp_path)
    site.database.write_bytes(migrated)
    return site


def test_every_match_holds_all_its_settings_after_the_migration(before: Site) -> None:
    states = [json.loads(text) for (text,) in before.ask("SELECT state FROM game_match")]
    assert len(states) == 10
    for state in states:
        assert state["format"] == 1  # the release before plays on with it
        assert state["settings"].keys() == format_1.DEFAULTS.keys()
        assert state["settings"]["prices"].keys() == format_1.DEFAULTS["prices"].keys()
    assert {state["settings"]["fortify_cap"] for state in states} == {1, 3}


def test_old_matches_are_audited_exported_and_played_on(before: Site) -> None:
    """Reading writes nothing; what is played on is written in the newest form, and the audit holds across the two."""
    entries = before.ask("SELECT COUNT(*) FROM game_logentry")
    stored = before.ask("SELECT id, state FROM game_match ORDER BY id")
    assert before.run("manage.py", "audit_matches") == "10 matches, 0 differ\n"
    assert before.ask("SELECT id, state FROM game_match ORDER BY id") == stored

    told = json.loads(before.run(str(LEFT_BEHIND / "play_on.py")))
    expected = json.loads(gzip.decompress((LEFT_BEHIND / "records.json.gz").read_bytes()))
    for record in expected.values():
        record["settings"]["tries_per_turn"] = None  # what it has always meant
    assert told["records"] == expected
    assert told["live"] == [{"code": "", "turns": 1, "limit": None}] * 5

    assert before.ask("SELECT COUNT(*) FROM game_logentry WHERE state_format = 1") == entries
    assert before.ask("SELECT COUNT(DISTINCT match_id) FROM game_logentry WHERE state_format = 4") == [(5,)]
    assert before.run("manage.py", "audit_matches") == "10 matches, 0 differ\n"


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
