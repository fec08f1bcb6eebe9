"""`manage.py play` as a newcomer meets it: a process of its own, from an empty folder, by its output and exit; and the
names by which it may be asked."""

import io
import ipaddress
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.core.management.base import CommandError
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from alfapower.management.commands import play as command
from alfapower.processes import local_addresses, shutdown
from tests.support import data_folder
from tests.support.live_server import ROOT, Play
from tests.support.run_length import LONG
from tests.support.timeouts import PATIENCE, end_and_seconds, wait_until


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Play]]:
    """`play("--port", "0")`: one that begins in the folder `data`, made ready or empty."""
    started = []

    def start(*arguments: str, from_nothing: bool = False, **variables: str) -> Play:
        data = tmp_path / "data"
        if not from_nothing:
            data_folder.lend(data)
        started.append(Play(data, *arguments, root=ROOT, **variables))
        return started[-1]

    yield start
    for server in started:
        server.process.kill()
        server.end()


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


AT_EXIT = """
import atexit, sys
unwanted = ("structlog", "prometheus_client", "redis")
atexit.register(lambda: print("LOADED", [name for name in unwanted if name in sys.modules], file=sys.stderr))
"""
"""Metrics, JSON and the client of a Redis that is not there cost a start of the embedded site time for nothing."""


def test_it_says_what_it_does_serves_at_once_refuses_strange_sockets_and_leaves_on_a_signal(
    play: Callable[..., Play], tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(AT_EXIT, encoding="utf-8")
    # Compiling the word lists takes longer than the rest.
    server = play("--port", "0", from_nothing=LONG, PYTHONPATH=str(tmp_path))
    port = server.ready()
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
    assert {line for line in server.output.splitlines() if line.startswith("LOADED")} == {"LOADED []"}
    before, _, _after = server.output.partition("AlfaPower is ready")
    said = [line for line in before.splitlines() if line.endswith(" ...")]
    assert said == ["Preparing the database ...", "Preparing the word lists ..."]
    assert (tmp_path / "data" / "alfapower.sqlite3").exists()


def test_whatever_takes_long_says_so_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "STILL_SECONDS", 0.05)
    said = io.StringIO()
    with command.Command(stderr=said).telling("Preparing the word lists"):
        wait_until(lambda: said.getvalue().count("\n") > 2, "two more lines", said.getvalue)
    first, *more = said.getvalue().splitlines()
    assert first == "Preparing the word lists ..."
    assert all(line.startswith("  still at it, ") for line in more)


@pytest.mark.long
def test_sigterm_stops_it_too_with_a_socket_open(play: Callable[..., Play]) -> None:
    server = play("--port", "0")
    port = server.ready()
    held = socket.create_connection(("127.0.0.1", port))
    held.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1")
    server.process.send_signal(signal.SIGTERM)
    assert server.end() == 0
    held.close()
    assert "Traceback" not in server.output


@pytest.mark.long
def test_a_signal_before_it_is_ready_is_no_accident_either(play: Callable[..., Play], tmp_path: Path) -> None:
    server = play("--port", "0", from_nothing=True)
    wait_until((tmp_path / "data" / "alfapower.sqlite3").exists, "the database", process=server.process)
    server.process.send_signal(signal.SIGTERM)
    assert server.end() == 0
    assert "Traceback" not in server.output


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("127.0.0.1", None, "Cannot listen on 127.0.0.1, port {taken}: Address already in use. Try --port 0, "),
        ("127.0.0.1", 70000, "Cannot listen on 127.0.0.1, port 70000: ports go from 0 to 65535."),
        ("192.0.2.77", 8000, "Cannot listen on 192.0.2.77, port 8000: "),
        ("no.such.host.invalid", 8000, "Cannot listen on no.such.host.invalid, port 8000: "),
    ],
)
def test_an_address_it_cannot_have_is_one_line(host: str, port: int | None, sentence: str) -> None:
    """Known before anything is prepared."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        with pytest.raises(CommandError) as refusal:
            command.Command().play(host, taken if port is None else port)
    assert sentence.format(taken=taken) in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.long
def test_a_port_that_is_taken_ends_it(play: Callable[..., Play]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        server = play("--port", str(other.getsockname()[1]))
        assert server.end() == 1
    assert "Address already in use" in server.output and server.output.count("\n") == 1


@pytest.mark.long
def test_the_clocks_run_inside_it(play: Callable[..., Play], tmp_path: Path) -> None:
    """Seen from outside by breaking them: the job that sweeps matches misses its table and says so."""
    server = play("--port", "0")
    server.ready()
    with closing(sqlite3.connect(tmp_path / "data" / "alfapower.sqlite3", timeout=PATIENCE)) as database:
        database.execute("ALTER TABLE game_match RENAME TO game_match_hidden")
        database.commit()
    wait_until(lambda: "The periodic job matches failed" in server.output, "the sweep", lambda: server.output)
    assert get(server.ready(), "/health/live") == 200


def test_a_server_for_this_machine_has_only_its_own_name() -> None:
    assert local_addresses.names_for("127.0.0.1") == ["127.0.0.1"]
    assert local_addresses.names_for("::1") == ["[::1]"]


def test_a_server_for_everybody_has_the_machines_addresses() -> None:
    for name in local_addresses.others("0.0.0.0"):
        assert not ipaddress.ip_address(name).is_loopback
    assert local_addresses.names_for("0.0.0.0") == ["0.0.0.0", *local_addresses.others("0.0.0.0")]


def test_addresses_are_written_as_browsers_want_them() -> None:
    assert local_addresses.url("127.0.0.1", 8000) == "http://127.0.0.1:8000/"
    assert local_addresses.url("::1", 8000) == "http://[::1]:8000/"
