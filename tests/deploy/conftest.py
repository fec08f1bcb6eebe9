"""A site as its operators run it: what deploy/ says, with the variables that docs/operating.md asks for. It is public
by name and https; nothing here is called localhost."""

import secrets
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support import data_folder, needs
from tests.support.containers import Compose, Container
from tests.support.ports import free_port
from tests.support.postgres import Postgres
from tests.support.stack import Redis
from tests.support.timeouts import PATIENCE, wait_until

NAME = "play.example"
TOKEN = "a-token-of-those-who-watch"


def variables() -> dict[str, str]:
    """An operator's deploy/.env."""
    return {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "POSTGRES_PASSWORD": "word",
        "ALLOWED_HOSTS": NAME,
        "SITE": NAME,
        "HEALTH_TOKEN": TOKEN,
    }


@dataclass
class PublicSite:
    """The containers of a site, begun one by one: `start`."""

    compose: Compose
    places: dict[str, str]
    folder: Path
    running: list[Container] = field(default_factory=list)

    def start(self, service: str, **variables: str) -> Container:
        """A new container of that service."""
        made = Container(self.compose, service, self.places, **variables).start()
        self.running.append(made)
        return made

    def web(self) -> tuple[Container, int]:
        """A new web process, that has said it is ready, and its port."""
        port = free_port()
        made = Container(
            self.compose, "web", {**self.places, "0.0.0.0": "127.0.0.1", ":8000": f":{port}"}, PORT=str(port)
        )
        self.running.append(made.start())

        def is_ready() -> bool:
            return ask_plainly(port, "/health/ready", Host=NAME)[0] == 200

        wait_until(is_ready, "the web process", made.output, made.process)
        return made, port

    def stop(self) -> None:
        """All of them."""
        for container in self.running:
            container.stop()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PublicSite]:
    """Released, with nothing running yet but Postgres and Redis."""
    needs.require("postgres_server")
    folder, redis = tmp_path_factory.mktemp("compose"), Redis()
    with Postgres() as postgres:
        with psycopg.connect(postgres.url, autocommit=True) as connection:
            connection.execute("CREATE ROLE alfapower LOGIN PASSWORD 'word'")
            connection.execute("CREATE DATABASE alfapower OWNER alfapower")
        redis.start()
        places = {"@db:5432": f"@127.0.0.1:{postgres.port}", "redis:6379": f"127.0.0.1:{redis.port}"}
        made = PublicSite(Compose(folder, variables()), places, folder)
        made.compose.build()
        if data := made.compose.mounts("web").get("/var/lib/alfapower"):
            data_folder.lend_lexicons(data)
        try:
            release = Container(made.compose, "release", places)
            assert release.run() == 0, release.output()
            yield made
        finally:
            made.stop()
            redis.kill()


def ask_plainly(port: int, path: str, data: bytes | None = None, /, **headers: str) -> tuple[int, Message, str]:
    """A process on its own port, by its address: status, headers, body; status 0 where nobody listens."""
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET" if data is None else "POST", path, data, headers)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read().decode(errors="replace")
    except ConnectionError:
        return 0, Message(), ""
    finally:
        line.close()


def trusting() -> ssl.SSLContext:
    """Of a client that takes any certificate: the proxy's is one that it has made for the test."""
    made = ssl.create_default_context()
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    return made


def ask(port: int, path: str, data: bytes | None = None, /, **headers: Any) -> tuple[int, Message, str]:
    """https://play.example behind a proxy on that port, as a browser asks: status, headers, body."""
    line = HTTPConnection(NAME, timeout=PATIENCE)
    line.sock = trusting().wrap_socket(socket.create_connection(("127.0.0.1", port), PATIENCE), server_hostname=NAME)
    try:
        line.request("GET" if data is None else "POST", path, data, headers)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read().decode(errors="replace")
    finally:
        line.close()
