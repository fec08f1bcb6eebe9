"""What bots need is made part by part, each by a process of its own that is small and knows nothing of Django; a
language is played as soon as its own parts are there."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from pytest_django import Settings

from bots import compile_cache, graph_lists, preparing
from bots.engine.graph_file import open_graph
from bots.management.commands import bots as bots_command
from bots.prepared_parts import CODE, HOW_MANY, NEEDED, PARTS, VOCABULARIES, Part, ready_languages
from bots.preparing import Failed, Preparing
from bots.services import process_heartbeat
from dictionary import api as dictionary
from tests.support.timeouts import HANGING
from tests.support.types import certain

ROOT = Path(__file__).parents[2]
MOST_MEGABYTES = 300
NOW = 1_000_000


def test_english_waits_for_no_part_of_swedish() -> None:
    before = PARTS[: NEEDED["en"]]
    assert all(part.language != "sv" for part in before)
    assert [part.code for part in before if part.code] == list(CODE)
    assert {part.lowest for part in before if part.language == "en"} == set(VOCABULARIES)
    assert ready_languages(NEEDED["en"] - 1) == set() and ready_languages(NEEDED["en"]) == {"en"}
    assert ready_languages(HOW_MANY) == {"en", "sv"} and NEEDED["sv"] == HOW_MANY


@pytest.mark.django_db
def test_how_far_they_have_got_is_told_by_language() -> None:
    process_heartbeat.leave("here 1", NOW, NEEDED["en"], HOW_MANY, 0)
    english, swedish = (process_heartbeat.readiness(NOW, language) for language in ("en", "sv"))
    assert (english.ready, swedish.ready) == (True, False) and 50 < swedish.percent < 100


@pytest.fixture
def makes(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> list[list[str]]:
    """What processes are begun with, none of which makes anything but the file of a graph."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    (tmp_path / "numba").mkdir()
    (tmp_path / "graphs").mkdir()
    begun: list[list[str]] = []

    def make(self: Preparing, words: list[str], text: bytes, part: Part) -> None:
        begun.append(words)
        if words[0] == "graph":
            (tmp_path / "graphs" / f"{words[2]}-{words[3]}-{words[4][:16]}.graph").write_bytes(text)

    monkeypatch.setattr(Preparing, "_make", make)
    monkeypatch.setattr(graph_lists, "text_of", lambda lexicon, lowest: "AB\n")  # the whole lists take seconds to write
    return begun


@pytest.mark.django_db
def test_what_is_there_is_not_made_again(makes: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(list(Preparing().parts())) == HOW_MANY == len(makes)
    assert len(list(Preparing().parts())) == HOW_MANY == len(makes)
    monkeypatch.setattr(preparing, "node", lambda: "another-machine")  # to which the data folder was moved
    assert len(list(Preparing().parts())) == HOW_MANY and len(makes) == HOW_MANY + len(CODE)


@pytest.mark.django_db
def test_called_off_nothing_more_is_made(makes: list[list[str]]) -> None:
    making = Preparing()
    parts = making.parts()
    next(parts)
    making.call_off()
    assert list(parts) == [] and len(makes) == 2


def test_a_part_that_cannot_be_made_is_named(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    with pytest.raises(Failed, match="search"):
        Preparing()._make(["code", "nothing"], b"", Part("search"))


@pytest.mark.django_db
def test_a_process_without_django_makes_a_graph(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", compile_cache.chosen())  # machine code is nothing of this test's
    settings.DATA_DIR = tmp_path
    pin = graph_lists.pin_of(dictionary.current("en"), None)
    names = [str(tmp_path / "graphs"), pin.name, pin.version, pin.digest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    Preparing()._make(["graph", *names], b"AB\nABC\n", Part(language="en"))
    assert certain(open_graph(graph_lists.folder(), pin)).nodes.size > 3
    asked = (
        "import sys, bots.engine.making; print('django.apps' in sys.modules and sys.modules['django.apps'].apps.ready)"
    )
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_it_waits_for_a_database_that_is_away_at_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """It neither ends nor makes anything until the word lists in force are known."""
    answers: list[list[str] | OperationalError] = [OperationalError("starting up"), OperationalError("refused"), ["en"]]
    made: list[str] = []

    def lists() -> list[str]:
        answer = answers.pop(0)
        if isinstance(answer, OperationalError):
            raise answer
        return answer

    def parts() -> Iterator[str]:
        made.append("a part")
        yield "a part"
        command.ended.set()

    command = bots_command.Command()
    command.ended, command.parent, command.done, command.preparing = threading.Event(), 0, 0, Preparing()
    monkeypatch.setattr(command.preparing, "parts", parts)
    monkeypatch.setattr(bots_command, "_lists_in_force", lists)
    monkeypatch.setattr(bots_command, "DATABASE_EVERY_SECONDS", 0)
    monkeypatch.setattr(bots_command, "close_old_connections", lambda: None)
    command._keep_prepared()
    assert (made, command.done, answers) == (["a part"], 1, [])


PEAK = """
import resource
import django
from django.core.management import call_command
django.setup()
call_command("prepare_bots")
own = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))  # getrusage counts who began it
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, int(own.split()[1]) // 1024)
"""


@pytest.mark.long
@pytest.mark.needs_proc
def test_no_process_that_makes_anything_takes_more_than_a_small_host_has(tmp_path: Path) -> None:
    own: dict[str, Any] = {"ALFAPOWER_NO_BOOTSTRAP": "1", "ALFAPOWER_DATA": str(tmp_path), "DATABASE_URL": ""}
    environment = {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "alfapower.settings", "NUMBA_CACHE_DIR": ""}
    for command in (["manage.py", "migrate", "-v0"], ["-c", PEAK]):
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=HANGING * 5
        )
        assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    makers, command_itself = map(int, lines[-1].split())
    assert len(lines) == HOW_MANY + 1 and makers < MOST_MEGABYTES and command_itself < MOST_MEGABYTES, lines
