"""What a server has started beside itself ends with it, however it ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.core.management import get_commands, load_command_class

from common import starters
from dictionary.services import jobs
from tests.support import data_folder
from tests.support.live_server import Play
from tests.support.processes import command_of, descendants
from tests.support.timeouts import PATIENCE, wait_until
from tests.support.types import certain

STARTER = """
import sys, threading
from common import starters
child = starters.start([sys.executable, "-c", sys.argv[1]], stdout=sys.stdout)
threading.Event().wait()
"""
WORKER = """
import os, threading
from common import starters
starters.end_with_starter()
print(os.getpid(), flush=True)
threading.Event().wait()
"""

Started = Callable[..., Play]


def test_a_process_that_was_started_ends_as_its_starter_is_killed() -> None:
    starter = subprocess.Popen([sys.executable, "-c", STARTER, WORKER], stdout=subprocess.PIPE, text=True)
    said = certain(starter.stdout)
    assert int(said.readline()) > 0
    starter.kill()
    starter.wait(PATIENCE)
    assert said.read() == ""  # returns as the last process that could write there is gone
    said.close()


def test_what_servers_start_is_told_to_end_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Mock(side_effect=InterruptedError)
    monkeypatch.setattr(starters, "end_with_starter", told)
    command = load_command_class(get_commands()["work_on_words"], "work_on_words")
    with suppress(InterruptedError):
        command.run_from_argv(["manage.py", "work_on_words", "1", starters.OPTION])
    told.assert_called_once()


def test_work_on_a_word_list_is_started_so(monkeypatch: pytest.MonkeyPatch) -> None:
    started = Mock()
    monkeypatch.setattr("subprocess.Popen", started)
    monkeypatch.setattr(jobs, "_children", [])
    jobs._start(17)
    assert started.call_args.args[0][-2:] == ["17", starters.OPTION]


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Started]:
    """`play()`: one with bots, whose graphs and machine code are still to be made."""
    started: list[Play] = []

    def start() -> Play:
        data_folder.lend(tmp_path / "data")
        started.append(Play(tmp_path / "data", "--port", "0", BOTS="1"))
        return started[-1]

    yield start
    for server in started:
        for pid, _command in [*descendants(server.process.pid)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        server.process.kill()
        server.end()


@pytest.mark.needs_proc
@pytest.mark.parametrize(
    "number",
    [pytest.param(signal.SIGINT, marks=pytest.mark.long), signal.SIGKILL],  # how it leaves on a signal: test_play.py
    ids=lambda number: number.name,
)
def test_nothing_outlives_play(play: Started, number: signal.Signals) -> None:
    """Neither a signal to it alone, as a supervisor sends it, nor its death leaves what makes the bots' tables behind:
    half a gigabyte, for minutes."""
    server = play()
    server.ready()
    family: dict[int, str] = {}

    def all_are_there() -> bool:
        family.update(descendants(server.process.pid))
        return any("bots.engine.making" in command for command in family.values())

    wait_until(all_are_there, "the maker of what bots need", lambda: server.output, server.process)
    server.process.send_signal(number)
    wait_until(lambda: server.process.poll() is not None, "the end of play", lambda: server.output)
    try:
        wait_until(lambda: not [pid for pid in family if command_of(pid) == family[pid]], "the end of all of its own")
    finally:
        for pid, command in family.items():
            if command_of(pid) == command:
                os.kill(pid, signal.SIGKILL)
