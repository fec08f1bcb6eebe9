"""What a run stands on: a Postgres and a Redis of its own, and on them the site with one web process."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from benchmarks.load.gauge import Gauge, Reading
from benchmarks.load.script import Step, script
from tests.support.postgres import Postgres
from tests.support.stack import ROOT, Site
from tests.support.types import certain

REST_SECONDS = 10
SCRIPTS = 4
ACTS = 30
"""All that is ever played of a match."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match that waits for its players: their session `keys` in seat order, and the `script` they play."""

    public_id: str
    keys: list[str]
    script: list[Step]


@dataclass
class Stage:
    """The running site, on which `game` is played; `at_rest` is what a second of it costs while nobody is there."""

    game: str
    postgres: Postgres
    site: Site
    gauge: Gauge
    at_rest: Reading
    scripts: Mapping[bytes, list[Step]]

    @property
    def address(self) -> str:
        """Where the web process listens."""
        return f"127.0.0.1:{self.site.stack.ports[0]}"

    def matches(self, count: int) -> list[Match]:
        """So many new matches that have just begun, with the scripts in turn."""
        made = self._fill(count, [seed.hex() for seed in self.scripts], 0)["matches"]
        scripts = list(self.scripts.values())
        return [Match(**one, script=scripts[at % len(scripts)]) for at, one in enumerate(made)]

    def matches_due(self, count: int, due_in_ms: int) -> int:
        """So many new matches whose turns all run out at the moment that is given back (ms since the epoch)."""
        due_at: int = self._fill(count, [seed.hex() for seed in self.scripts], due_in_ms)["due_at"]
        return due_at

    def practices(self, count: int, level: str) -> list[Match]:
        """So many new matches of one person each against a bot of that level, with nothing to play after a script."""
        made = self._fill(count, [seed.hex() for seed in self.scripts], 0, level)["matches"]
        return [Match(**one, script=[]) for one in made]

    def _fill(self, matches: int, seeds: list[str], due_in_ms: int, bot: str = "") -> dict[str, Any]:
        asked = {"game": self.game, "matches": matches, "seeds": seeds, "due_in_ms": due_in_ms, "bot": bot}
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.load.fill"],
            input=json.dumps(asked),
            env=self.site.environment | {"DATABASE_POOL": "0", "STATEMENT_TIMEOUT_MS": "0"},
            cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def renew_gauge(self) -> None:
        """After the web process was begun anew."""
        self.gauge.parts = parts(self.site, self.postgres)


@contextmanager
def stage(game: str, bots: int = 0) -> Iterator[Stage]:
    """All of it, gone afterwards; with so many processes of bots."""
    statistics: dict[str, Any] = {
        "shared_preload_libraries": "pg_stat_statements",
        "pg_stat_statements.track_utility": "on",
    }
    with Postgres(**statistics) as postgres, Site(
        web=1, worker=1, beat=1, bots=bots, server=postgres.url, RATE_LIMITS_TRUSTED="127.0.0.0/8",
        DJANGO_SETTINGS_MODULE="benchmarks.load.settings", SITE_ORIGIN="", LOG_JSON="1",
    ) as site:  # fmt: skip
        gauge = Gauge(parts(site, postgres), postgres.url, site.database.name)
        try:
            time.sleep(2)
            before = gauge.read()
            time.sleep(REST_SECONDS)
            spent = gauge.read() - before
            yield Stage(game, postgres, site, gauge, spent / spent.at, scripts(game))
        finally:
            gauge.close()


def scripts(game: str) -> dict[bytes, list[Step]]:
    """A few different matches, for all to play: to think of them takes longer than to play them. None ends before all
    its acts are played: which of two equal words is laid is another in each process."""
    rng, found = random.Random(1), dict[bytes, list[Step]]()
    while len(found) < SCRIPTS:
        seed = rng.randbytes(32)
        steps = script(game, seed, ACTS)
        if len(steps) == ACTS:
            found[seed] = steps
    return found


def parts(site: Site, postgres: Postgres) -> dict[str, list[int]]:
    """The process ids of the site's parts."""
    running = {name: certain(process.running).pid for name, process in site.stack.processes.items()}
    return {
        "web": [running["web.1"]],
        "others": [pid for name, pid in running.items() if name != "web.1"],
        "postgres": [int((postgres.data / "postmaster.pid").read_text().split()[0])],
        "redis": [certain(site.redis.process).pid],
    }
