"""A Postgres server that belongs to the test alone, so that it may be stopped in the middle of a match."""

import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Self

from tests.support import needs
from tests.support.namespace import Namespace
from tests.support.ports import free_port


class Postgres:
    """The server; made and started when the block is entered. It writes to disk as a public one does. It listens on
    loopback, or in a `namespace` at its address. `settings` are the server's, by name."""

    def __init__(self, namespace: Namespace | None = None, **settings: Any) -> None:
        self.port, self.namespace, self.settings = free_port(), namespace, settings
        self.folder: Path  # while the block is entered

    def __enter__(self) -> Self:
        needs.require("postgres_server")
        self.folder = Path(tempfile.mkdtemp(prefix="alfapower-postgres-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        try:
            self._run("initdb", "-D", self.data, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8")
            if self.namespace:
                with (self.data / "pg_hba.conf").open("a") as rules:
                    rules.write(f"host all all {self.namespace.network} trust\n")
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if (self.data / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> str:
        return f"postgres://postgres@{self.address}:{self.port}/postgres"

    @property
    def address(self) -> str:
        return self.namespace.address if self.namespace else "127.0.0.1"

    def start(self) -> None:
        """Start it; returns when it answers."""
        options = f"-p {self.port} -c listen_addresses={self.address} -k {shlex.quote(str(self.folder))}"
        options += "".join(f" -c {name}={shlex.quote(str(value))}" for name, value in self.settings.items())
        self._run("pg_ctl", "-D", self.data, "--log", self.folder / "log", "--wait", "--options", options, "start")

    def stop(self) -> None:
        """Stop it as a crash would: every connection is cut, nothing is written that was not, and it must recover."""
        self._run("pg_ctl", "-D", self.data, "--mode", "immediate", "--wait", "stop")

    def _run(self, program: str, *arguments: object) -> None:
        as_postgres = [needs.program("runuser"), "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.namespace:
            as_postgres = [*self.namespace.command, *as_postgres]
        # A server that inherited a pipe would keep it open: what is said goes to a file.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                [*as_postgres, needs.program(program), *map(str, arguments)],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT, timeout=60,
            )  # fmt: skip
            said.seek(0)
            assert done.returncode == 0, f"{program}: {said.read()}"
