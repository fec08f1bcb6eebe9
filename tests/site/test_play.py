"""`manage.py play` as a newcomer meets it: a process of its own, from an empty folder, by its output and exit."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from alfapower.management.commands import play as command
from alfapower.processes import shutdown
from tests.support import data_folder
from tests.support.run_length import THOROUGH
from tests.support.timeouts import HANGING, PATIENCE, end_and_seconds, wait_until
from tests.support.types import certain

ROOT = Path(__file__).resolve().parents[2]
READY = re.compile(r"^AlfaPower is ready: http://127\.0\.0\.1:(\d+)/$", re.MULTILINE)


class Server:
    """One `play`, its output read as it comes."""

    def __init__(self, folder: Path, *arguments: str, **variables: Any) -> None:
        environment = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "play", "--data", str(folder), *arguments],
            cwd=ROOT,
            env=environment | {"ALFAPOWER_NO_BOOTSTRAP": "1"} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.output = ""
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        for line in certain(self.process.stdout):
            self.output += line

    def port(self) -> int:
        """The port it says it listens on; waits for that."""
        wait_until(lambda: READY.search(self.output), "ready", lambda: self.output, self.process)
        return int(certain(READY.search(self.output))[1])

    def end(self) -> int:
        """Its exit code; waits for that."""
        code = self.process.wait(HANGING)
        self.reader.join(PATIENCE)
        return code


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    started = []

    def start(
        *arguments: str, folder: Path = tmp_path / "data", from_nothing: bool = False, **variables: Any
    ) -> Server:
        if not (from_nothing or folder.exists()):
            data_folder.lend(folder)
        server = Server(folder, *arguments, **variables)
        started.append(server)
        return server

    yield start
    for server in started:
        server.process.kill()
        server.end()
        certain(server.process.stdout).close()


def get(port: int, path: str) -> int:
    try:
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as response:
            return response.status
    except HTTPError as error:
        return error.code


def refused_with(port: int, path: str, origin: str) -> int:
    with pytest.raises(InvalidStatus) as refusal:
        connect(f"ws://127.0.0.1:{port}{path}", origin=Origin(origin))
    return refusal.value.response.status_code


def test_it_says_what_it_does_serves_at_once_refuses_strange_sockets_and_leaves_on_a_signal(
    play: Callable[..., Server], tmp_path: Path
) -> None:
    server = play("--port", "0", from_nothing=THOROUGH)  # compiling the word lists takes longer than the rest
    port = server.port()
    assert get(port, "/health/live") == 200  # the very moment it says so
    assert get(port, "/health/ready") == 200
    assert get(port, "/") == 200
    assert get(port, "/nothing/here") == 404
    assert refused_with(port, "/ws/match/x/", "http://evil.example") == 403
    assert refused_with(port, "/ws/nothing/", f"http://127.0.0.1:{port}") == 403
    server.process.send_signal(signal.SIGINT)
    code, seconds = end_and_seconds(server.process)
    server.end()
    assert code == 0
    assert seconds < shutdown.SECONDS + 1, f"{seconds:.1f} s, those without a processor not counted\n{server.output}"
    assert "Traceback" not in server.output
    assert "Exception" not in server.output
    before, _, _after = server.output.partition("AlfaPower is ready")
    said = [line for line in before.splitlines() if line.endswith(" ...")]
    assert said == ["Preparing the database ...", "Preparing the word lists ..."]
    assert (tmp_path / "data" / "alfapower.sqlite3").exists()


def test_whatever_takes_long_says_so_again_and_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "STILL_SECONDS", 0.05)
    with command.Command().telling("Preparing the word lists"):
        time.sleep(0.5)
    first, *more = capsys.readouterr().err.splitlines()
    assert first == "Preparing the word lists ..."
    assert len(more) > 1 and all(line.startswith("  still at it, ") for line in more)


@pytest.mark.long
def test_sigterm_stops_it_too_with_a_socket_open(play: Callable[..., Server]) -> None:
    server = play("--port", "0")
    port = server.port()
    held = socket.create_connection(("127.0.0.1", port))
    held.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1")
    server.process.send_signal(signal.SIGTERM)
    assert server.end() == 0
    held.close()
    assert "Traceback" not in server.output


@pytest.mark.long
def test_a_signal_before_it_is_ready_is_no_accident_either(play: Callable[..., Server], tmp_path: Path) -> None:
    server = play("--port", "0", from_nothing=True)
    wait_until((tmp_path / "data" / "alfapower.sqlite3").exists, "the database", process=server.process)
    server.process.send_signal(signal.SIGTERM)
    assert server.end() == 0
    assert "Traceback" not in server.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "{taken}"], "Cannot listen on 127.0.0.1, port {taken}: Address already in use. Try --port 0, "),
        pytest.param(
            ["--port", "70000"],
            "Cannot listen on 127.0.0.1, port 70000: ports go from 0 to 65535.",
            marks=pytest.mark.long,
        ),
        pytest.param(["--host", "192.0.2.77"], "Cannot listen on 192.0.2.77, port 8000: ", marks=pytest.mark.long),
        (["--host", "no.such.host.invalid"], "Cannot listen on no.such.host.invalid, port 8000: "),
    ],
)
def test_an_address_it_cannot_have_is_one_line(
    play: Callable[..., Server], arguments: Sequence[str], sentence: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        server = play(*(part.format(taken=taken) for part in arguments))
        assert server.end() == 1
    assert sentence.format(taken=taken) in server.output
    assert server.output.count("\n") == 1


@pytest.mark.long
def test_the_clocks_run_inside_it(play: Callable[..., Server], tmp_path: Path) -> None:
    """Seen from outside by breaking them: the job that sweeps matches misses its table and says so."""
    server = play("--port", "0")
    server.port()
    with closing(sqlite3.connect(tmp_path / "data" / "alfapower.sqlite3", timeout=PATIENCE)) as database:
        database.execute("ALTER TABLE game_match RENAME TO game_match_hidden")
        database.commit()
    wait_until(lambda: "The periodic job matches failed" in server.output, "the sweep", lambda: server.output)
    assert get(server.port(), "/health/live") == 200
