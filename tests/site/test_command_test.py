"""`manage.py test`: which pytest runs it starts, and that no failure or missing service gets lost."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias
from unittest.mock import Mock

import pytest

from alfapower.management.commands import test as command

ROOT = Path(__file__).resolve().parents[2]
Ended: TypeAlias = tuple[str | int | None, list[tuple[Sequence[str], dict[str, str]]]]
Runs: TypeAlias = Callable[..., Ended]


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Runs:
    """Runs the command with pytest replaced; gives its exit code and the pytest runs it started."""
    monkeypatch.delenv("REQUIRE_SERVICES", raising=False)

    def run(*arguments: str, answering: bool = True, codes: tuple[int, int, int] = (0, 0, 0)) -> Ended:
        started, left = [], list(codes)

        def pytest_run(self: command.Command, arguments: Sequence[str], variables: dict[str, str]) -> int:
            started.append((arguments, variables))
            return left.pop(0)

        monkeypatch.setattr(command.Command, "pytest", pytest_run)
        monkeypatch.setattr(command, "answers", lambda address: answering)
        with pytest.raises(SystemExit) as end:
            command.Command().run_from_argv(["manage.py", "test", *arguments])
        return end.value.code, started

    return run


def test_without_arguments_everything_runs_and_then_again_on_services(
    runs: Runs, capsys: pytest.CaptureFixture[str]
) -> None:
    code, started = runs()
    assert code == 0
    (plain, first), (on_services, second) = started
    assert (plain, on_services) == ([*command.WORKERS], [*command.WORKERS, *command.ON_SERVICES])
    assert (first["DATABASE_URL"], first["REDIS_URL"]) == ("", "")
    assert second["DATABASE_URL"].startswith("postgres://")
    assert second["REDIS_URL"].startswith("redis://")
    assert "NOT RUN: tests/production" in capsys.readouterr().out


def test_where_nothing_may_be_left_out_the_long_ones_run_too(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REQUIRE_SERVICES", "1")
    _sqlite, services, site = (arguments for arguments, _variables in runs()[1])
    assert services == [*command.WORKERS, *command.ON_SERVICES, *command.MORE_ON_SERVICES]
    assert site == [*command.LONG_FOLDERS]
    assert "NOT RUN" not in capsys.readouterr().out


def test_the_folders_are_there() -> None:
    named = {*command.ON_SERVICES, *command.MORE_ON_SERVICES, *command.LONG_FOLDERS}
    assert all((ROOT / path).exists() for path in named)


def test_whatever_needs_postgres_or_redis_is_run_on_them() -> None:
    marked = re.compile(r"mark\.needs_(postgres|redis)\b")
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if marked.search(path.read_text(encoding="utf-8"))]
    places = [ROOT / path for path in (*command.ON_SERVICES, *command.LONG_FOLDERS)]
    assert files
    assert [path for path in files if not any(path.is_relative_to(place) for place in places)] == []


@pytest.mark.parametrize("codes", [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
def test_a_failure_in_any_part_is_a_failure(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, codes: tuple[int, int, int]
) -> None:
    monkeypatch.setenv("REQUIRE_SERVICES", "1")
    assert runs(codes=codes)[0] == 1


def test_services_that_do_not_answer_are_named(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    code, started = runs(answering=False)
    assert (code, len(started)) == (0, 1)
    assert "NOT RUN on Postgres and Redis: nothing answers for DATABASE_URL and REDIS_URL." in capsys.readouterr().out


def test_services_that_must_be_there_fail_the_run(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REQUIRE_SERVICES", "1")
    assert runs(answering=False)[0] == 1


def test_arguments_go_to_one_plain_run_as_they_are(runs: Runs) -> None:
    arguments = ["tests/rules", "-k", "swap", "-x", "--no-header"]
    assert runs(*arguments) == (0, [(arguments, {})])


def test_nothing_answers_on_a_closed_port() -> None:
    assert not command.answers("redis://127.0.0.1:1/0")


def test_processes_keep_what_they_compile_also_where_bytecode_is_unwanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside no source file; what those who forbid nothing get stays as it is."""
    started = []
    monkeypatch.setattr("subprocess.run", lambda *_, env, **__: started.append(env) or Mock(returncode=0))
    for forbidden in ("1", ""):
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", forbidden)
        monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
        command.Command().pytest([], {})
    of_a_container, ordinary = started
    assert of_a_container["PYTHONDONTWRITEBYTECODE"] == ""
    assert of_a_container["PYTHONPYCACHEPREFIX"] == str(ROOT / ".venv" / "bytecode")
    assert "PYTHONPYCACHEPREFIX" not in ordinary
