"""What the site is held against in the same run: a bare transaction, and a minimal app on its server and layer."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg

from alfapower.processes.procfile import Process, commands
from benchmarks.load.browser import Network, Page
from benchmarks.load.gauge import Gauge
from benchmarks.load.stage import Stage
from tests.support.ports import free_port
from tests.support.stack import ROOT, Database
from tests.support.timeouts import wait_until

BARE_ACTS = 500


@dataclass(frozen=True, slots=True)
class Minimal:
    """The running minimal app."""

    address: str
    gauge: Gauge

    def pages(self, network: Network, room: int) -> list[Page]:
        """The two pages of a room, not yet open."""
        return [MinimalPage(network, str(room), "") for _ in range(2)]


class MinimalPage(Page):
    """A page of the minimal app: acts go by the socket, and are answered by what is pushed."""

    async def open(self) -> tuple[int, bytes]:
        """Open the socket; returns with the first fragment."""
        self.version = -1
        await self.connect(0)
        return 200, b""

    async def listen(self) -> int | None:
        """One socket, until it goes; the code it went by."""
        async with self.network.socket(f"/ws/room/{self.public_id}/") as self.socket:
            async for message in self.socket:
                self.take(message.data)
            return self.socket.close_code

    async def act(self, action: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Send an act; answered when the own page shows it."""
        version = self.version + 1
        await self.socket.send_str('{"do":"pass"}')
        await self.shows(version)
        return 200, {"ok": True, "version": version}


@contextmanager
def minimal(stage: Stage, rooms: int) -> Iterator[Minimal]:
    """The minimal app with so many rooms (1, 2, …) in a database of its own, on the stage's servers."""
    database, port = Database(stage.postgres.url), free_port()
    environment = os.environ | {
        "DATABASE_URL": database.url, "REDIS_URL": stage.site.redis.url, "SECRET_KEY": "x" * 50,
        "DJANGO_SETTINGS_MODULE": "benchmarks.load.minimal.settings", "PORT": str(port), "BIND": "127.0.0.1",
        "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]]),
    }  # fmt: skip
    said: list[str] = []
    command = commands()["web"].replace("alfapower.asgi", "benchmarks.load.minimal.asgi")
    server = Process("minimal", command, environment, said.append)
    database.create()
    try:
        migrate = [sys.executable, "-m", "django", "migrate", "--run-syncdb", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        database.query(
            "INSERT INTO minimal_room (version, state) SELECT 0, %s FROM generate_series(1, %s)", "x" * 3_000, rooms
        )
        server.start()
        assert server.running is not None
        wait_until(lambda: _listens(port), "the minimal app", lambda: "\n".join(said))
        gauge = Gauge(
            {**stage.gauge.parts, "web": [server.running.pid], "others": []}, stage.postgres.url, database.name
        )
        yield Minimal(f"127.0.0.1:{port}", gauge)
        gauge.close()
    finally:
        server.kill()
        database.drop()


def bare(server: str) -> tuple[list[float], float]:
    """Acts as plain SQL by psycopg, one after the other on one connection: the seconds of each, and the seconds of
    processor that one took this process."""
    seconds = []
    database = Database(server)
    database.create()
    try:
        with psycopg.connect(database.url) as connection:
            connection.execute("CREATE TABLE room (id int PRIMARY KEY, version int, state text)")
            connection.execute("CREATE TABLE entry (room int, seq int, action text, PRIMARY KEY (room, seq))")
            connection.execute("INSERT INTO room VALUES (1, 0, %s)", ["x" * 3_000])
            connection.commit()
            worked = time.thread_time()
            for _ in range(BARE_ACTS):
                begun = time.perf_counter()
                row = connection.execute("SELECT version FROM room WHERE id = 1 FOR UPDATE").fetchone()
                assert row is not None
                connection.execute("INSERT INTO entry VALUES (1, %s, %s)", [row[0] + 1, '{"do":"pass"}'])
                connection.execute("UPDATE room SET version = %s WHERE id = 1", [row[0] + 1])
                connection.commit()
                seconds.append(time.perf_counter() - begun)
            return seconds, (time.thread_time() - worked) / BARE_ACTS
    finally:
        database.drop()


def _listens(port: int) -> bool:
    import socket

    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
