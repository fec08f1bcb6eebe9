"""Matches outlive releases: a database that release 0.1 made is migrated, audited, exported and played on."""

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
pytestmark = pytest.mark.long
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
