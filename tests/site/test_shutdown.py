"""Told to stop, a process is gone: within seconds whatever hangs in it, at once when told twice."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from alfapower.processes import celery_lifecycle, shutdown, web_lifecycle
from tests.support import data_folder
from tests.support.live_server import READY
from tests.support.timeouts import HANGING, PATIENCE, end_and_seconds, wait_until
from tests.support.types import certain

ROOT = Path(__file__).resolve().parents[2]

HANGS = "import threading, time; threading.Thread(target=time.sleep, args=(600,)).start()"
"""Work that no signal ends: the interpreter waits for it."""


def run(*lines: str) -> tuple[int, str]:
    """Exit code of a process that does this, and what it said."""
    program = "\n".join(["import logging", "logging.basicConfig()", "from alfapower.processes import shutdown", *lines])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HANGING)
    return done.returncode, done.stderr


def test_what_hangs_holds_no_process_that_was_told_to_stop() -> None:
    code, said = run("shutdown.gone_within(0.2)", HANGS)
    assert code == 0 and "Still busy" in said


def test_told_twice_it_waits_for_nothing() -> None:
    code, said = run(HANGS, "print('out', flush=False)", "shutdown.gone_now(15)")
    assert code == 128 + signal.SIGTERM and "second time" in said


FULL = "threading.Thread(target=lambda: [sys.stderr.write('x' * 65536) for _ in iter(int, 1)]).start()"
"""Output without end. Where nobody reads it the pipe is full, and who writes next waits."""


@pytest.mark.parametrize("end", ["shutdown.gone_within(0.5)", "time.sleep(0.5); shutdown.gone_now(15)"])
def test_output_that_nobody_reads_holds_it_up_neither(end: str) -> None:
    begin = "import logging, sys, threading, time; logging.basicConfig(); from alfapower.processes import shutdown"
    process = subprocess.Popen([sys.executable, "-c", f"{begin}; {FULL}; {end}"], cwd=ROOT, stderr=subprocess.PIPE)
    try:
        assert process.wait(PATIENCE) in (0, 128 + signal.SIGTERM)
    finally:
        process.kill()
        process.wait()
        certain(process.stderr).close()


SERVER = """
import threading
import django
django.setup()
from asgiref.sync import sync_to_async
from alfapower.processes.web_lifecycle import WebLifecycle
from alfapower.management.commands.play import Command, reserve

def hang():
    print("hangs", flush=True)
    threading.Event().wait()

async def site(scope, receive, send):
    await sync_to_async(hang, thread_sensitive=False)()

with reserve("127.0.0.1", 0) as reserved:
    Command().serve(WebLifecycle(site), "127.0.0.1", reserved)
"""
"""What `play` serves with, before a site on which every request hangs in a thread for ever."""


@pytest.fixture
def hanging(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], Callable[..., Any]]]:
    """Such a server with two requests under way, and a function that waits for a text in its output."""
    data_folder.lend(tmp_path)
    own = {"ALFAPOWER_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "alfapower.settings", "PYTHONPATH": str(ROOT)}
    log = tmp_path / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER],
            env=os.environ | own | {"DATABASE_URL": "", "REDIS_URL": ""},
            cwd=tmp_path,
            stdout=output,
            stderr=output,
        )

    def hear(text: str, times: int = 1) -> None:
        wait_until(lambda: log.read_text().count(text) >= times, text, log.read_text, process)

    try:
        wait_until(lambda: READY.search(log.read_text()), "ready", log.read_text, process)
        port = int(certain(READY.search(log.read_text()))[1])
        asking = [socket.create_connection(("127.0.0.1", port)) for _ in range(2)]
        for one in asking:
            one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        hear("hangs", 2)
        yield process, hear
        for one in asking:
            one.close()
    finally:
        process.kill()
        process.wait()


@pytest.mark.long
def test_a_server_on_which_every_request_hangs_is_gone_five_seconds_after_the_signal(
    hanging: tuple[subprocess.Popen[bytes], Callable[..., Any]],
) -> None:
    process, hear = hanging
    process.send_signal(signal.SIGTERM)
    code, seconds = end_and_seconds(process)
    hear("Still busy 5 s after being told to stop")
    assert code == 0
    assert seconds < shutdown.SECONDS + 1, f"{seconds:.1f} s, those without a processor not counted"


def test_a_server_that_is_told_twice_waits_for_no_request(
    hanging: tuple[subprocess.Popen[bytes], Callable[..., Any]],
) -> None:
    process, hear = hanging
    process.send_signal(signal.SIGTERM)
    hear("stops: ")  # it waits for what it is answering
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 128 + signal.SIGINT
    hear("Told to stop a second time")


def test_who_ends_by_itself_is_not_waited_for() -> None:
    assert run("shutdown.gone_within(600)") == (0, "")


def test_the_drain_leaves_time_for_the_rest() -> None:
    assert web_lifecycle.LONGEST_DRAIN_SECONDS + web_lifecycle.FLUSH_SECONDS < shutdown.SECONDS == 5.0


def test_beat_ends_whatever_became_of_its_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may come while Redis is read from, whose own handling fails over it: Celery logged that and ran on."""
    handlers: dict[int, Callable[..., Any]] = {}
    asked: list[object] = []
    monkeypatch.setattr(celery_lifecycle, "_leave_word", lambda kind: None)
    monkeypatch.setattr(signal, "getsignal", lambda number: lose_it)
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)
    monkeypatch.setattr(shutdown, "gone_within", lambda: asked.append("within"))
    monkeypatch.setattr(shutdown, "gone_now", asked.append)

    def lose_it(number: signal.Signals, frame: None) -> None:
        raise ValueError("I/O operation on closed file")

    celery_lifecycle._beat_begins()
    assert set(handlers) == {signal.SIGTERM, signal.SIGINT}
    for _ in range(2):
        with pytest.raises(ValueError, match="closed file"):
            handlers[signal.SIGTERM](signal.SIGTERM, None)
    assert asked == ["within", signal.SIGTERM, "within"]
