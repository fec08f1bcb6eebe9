"""PgBouncer in transaction mode before a Postgres server: each transaction may have another connection of the two."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from tests.support import needs
from tests.support.ports import free_port, listens
from tests.support.timeouts import end, wait_until

CONNECTIONS = 2


class Pooler:
    """It runs while the block is entered, for whatever database of the server at that address. `settings` are lines of
    its own file."""

    def __init__(self, server: str, *settings: str) -> None:
        self.server, self.settings, self.port = urlsplit(server), settings, free_port()

    def __enter__(self) -> Self:
        needs.require("pgbouncer")
        self.folder = Path(tempfile.mkdtemp(prefix="alfapower-pooler-"))
        place = f"host={self.server.hostname} port={self.server.port} user={self.server.username}"
        lines = [
            "[databases]", f"* = {place}", "[pgbouncer]", "listen_addr = 127.0.0.1", f"listen_port = {self.port}",
            "unix_socket_dir =", "auth_type = any", "pool_mode = transaction", f"default_pool_size = {CONNECTIONS}",
            *self.settings,
        ]  # fmt: skip
        file = self.folder / "pgbouncer.ini"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [needs.program("pgbouncer"), str(file)]
        if os.geteuid() == 0:  # as which it refuses to run
            shutil.chown(self.folder, "postgres")
            command = [needs.program("runuser"), "-u", "postgres", "--", *command]
        self.log = self.folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_until(lambda: listens(self.port), "PgBouncer", self.log.read_text, self.process)
        return self

    def __exit__(self, *_: object) -> None:
        end(self.process)
        shutil.rmtree(self.folder, ignore_errors=True)

    def before(self, address: str) -> str:
        """The address of a database on the server, by way of the pooler."""
        parts = urlsplit(address)
        return parts._replace(netloc=f"{parts.username}@127.0.0.1:{self.port}").geturl()
