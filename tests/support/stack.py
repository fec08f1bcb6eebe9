"""The whole production set-up for a test: a database of its own, a Redis of its own that may be killed, and the
processes of the Procfile on free ports. Everything is gone when the block is left, however that happens.
"""

import asyncio
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, LiteralString, Self
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from alfapower.processes.procfile import Process, Stack
from tests.support import needs
from tests.support.data_folder import lend_lexicons
from tests.support.ports import free_port, listens
from tests.support.silent_proxy import Swallowing
from tests.support.timeouts import HANGING, wait_until

ROOT = Path(__file__).resolve().parents[2]

_numbers = itertools.count(1)


class Redis:
    """A Redis server that belongs to the test alone; it keeps nothing."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        needs.require("redis_server")
        keeps_nothing = ["--save", "", "--appendonly", "no"]
        command = [needs.program("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1", *keeps_nothing]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: listens(self.port), "Redis")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)

    def command(self, *words: str) -> str:
        command = [needs.program("redis-cli"), "-p", str(self.port), *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=10)
        return done.stdout.strip()


class Database:
    """A Postgres database that belongs to the test alone, on the server of an address or of DATABASE_URL."""

    def __init__(self, server: str | None = None) -> None:
        self.name = f"alfapower_stack_{os.getpid()}_{next(_numbers)}"
        self.server = server or os.environ["DATABASE_URL"]

    @property
    def url(self) -> str:
        return urlsplit(self.server)._replace(path=f"/{self.name}").geturl()

    def _on_server(self, command: LiteralString) -> None:
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(sql.SQL(command).format(sql.Identifier(self.name)))

    def create(self) -> None:
        self.drop()
        self._on_server("CREATE DATABASE {}")

    def drop(self) -> None:
        self._on_server("DROP DATABASE IF EXISTS {} WITH (FORCE)")

    def query(self, text: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a statement, [] for one that gives none; committed at once."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(text, values)
            return cursor.fetchall() if cursor.description else []

    def cut_connections(self) -> int:
        """Have the server end every connection to this database, as in a restart; how many there were."""
        rows = self.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return len(rows)


class Site:
    """The running site, on the Postgres server of `server` or DATABASE_URL. `lines` is all that its processes said,
    `wall_clocks` by how many seconds the wall clock of a web process is wrong. With `networks` its processes reach
    Postgres and Redis by way of `database_network` and `redis_network`, which may die."""

    def __init__(
        self,
        web: int = 2,
        worker: int = 2,
        beat: int = 2,
        analysis: int = 0,
        bots: int = 0,
        news: int = 0,
        server: str | None = None,
        wall_clocks: Mapping[str, int] | None = None,
        networks: bool = False,
        **variables: str,
    ) -> None:
        self.redis, self.database = Redis(), Database(server)
        self.database_network = Swallowing(self.database.url) if networks else None
        self.redis_network = Swallowing(self.redis.url) if networks else None
        self.lines: list[str] = []
        self.counts = {"web": web, "worker": worker, "beat": beat, "analysis": analysis, "bots": bots, "news": news}
        self.wall_clocks = wall_clocks or {}
        self.variables = variables
        self.folder: str  # while the block is entered

    def __enter__(self) -> Self:
        self.folder = tempfile.mkdtemp(prefix="alfapower-stack-")
        lend_lexicons(Path(self.folder))
        environment = os.environ | {
            "DATABASE_URL": (self.database_network or self.database).url,
            "REDIS_URL": (self.redis_network or self.redis).url,
            "SECRET_KEY": "of-a-site-that-lives-for-one-test-" * 2,
            "ALLOWED_HOSTS": "127.0.0.1",
            "ALFAPOWER_DATA": self.folder,
            "DJANGO_SETTINGS_MODULE": "tests.production.settings",
            **self.variables,
        }
        self.environment = environment
        self.stack = Stack(self.counts, free_port(self.counts["web"]), environment, self.lines.append)
        for name, seconds in self.wall_clocks.items():
            process = self.process(name)
            process.command = (
                f"python -m tests.support.stepped_clock {seconds} {process.command.removeprefix('exec daphne ')}"
            )
        try:
            self.database.create()
            self.redis.start()
            for network in self.networks:
                network.__enter__()
            if self.stack.prepare():
                raise RuntimeError("the release failed:\n" + self.output())
            self.stack.start()
            for port in self.stack.ports:
                self.wait_for_web(port)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.stop(5)
        for network in self.networks:
            network.__exit__()
        self.redis.kill()
        self.database.drop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def networks(self) -> list[Swallowing]:
        return [network for network in (self.database_network, self.redis_network) if network]

    @property
    def addresses(self) -> list[tuple[str, int]]:
        return [("127.0.0.1", port) for port in self.stack.ports]

    def process(self, name: str) -> Process:
        return self.stack.processes[name]

    def output(self) -> str:
        return "\n".join(self.lines)

    def wait_for_web(self, port: int) -> None:
        wait_until(lambda: answers(port), f"the web process on {port}", self.output)

    def preset(self, key: str, **changes: Any) -> None:
        """Add a preset to Quick Join with these settings."""
        self.database.query(
            "INSERT INTO lobby_preset (key, title_en, title_sv, blurb_en, blurb_sv, settings, \"order\", active, rated)"
            " VALUES (%s, %s, %s, '', '', %s, 99, true, false)",
            key, key, key, json.dumps(changes),
        )  # fmt: skip

    async def kill_for(self, name: str, seconds: float) -> None:
        """Kill a process, and start it so many seconds later; one of the web is waited for."""
        process = self.process(name)
        await asyncio.to_thread(process.kill)
        await asyncio.sleep(seconds)
        process.start()
        if name.startswith("web"):
            await asyncio.to_thread(self.wait_for_web, self.stack.ports[int(name[-1]) - 1])

    def log(self, matches: Iterable[str]) -> list[tuple[str, int, dict[str, Any]]]:
        """(match, moment, what was done) of every entry of these matches."""
        rows = self.database.query(
            "SELECT public_id, at, action FROM game_logentry e JOIN game_match m ON m.id = e.match_id"
            " WHERE public_id = ANY(%s) ORDER BY e.id",
            list(matches),
        )
        return [(match, at, json.loads(action)) for match, at, action in rows]

    def judge(self, journal: Sequence[Any]) -> list[str]:
        """What is wrong in the database after these answers, seen by a process of its own: a list of sentences."""
        return self.program("tests.production.audit_run", journal).splitlines()

    def program(self, module: str, given: object) -> str:
        """What a module says that is run as a program on the site's database, with this on its input."""
        done = subprocess.run(
            [sys.executable, "-m", module],
            input=json.dumps(given),
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=self.environment | {"DATABASE_POOL": "0", "DATABASE_URL": self.database.url},
            timeout=HANGING,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def answers(port: int, path: str = "/health/ready") -> bool:
    """Whether the web process on `port` says 200 there."""
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path, headers={"Host": f"127.0.0.1:{port}"})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):  # where nobody listens yet, a connection may even meet itself
        return False
    finally:
        connection.close()
