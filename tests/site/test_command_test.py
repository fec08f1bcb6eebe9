"""`manage.py test`: which pytest runs it starts, and that no failure or missing service gets lost."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias
from unittest.mock import Mock

import pytest

from alfapower.management import test_times
from alfapower.management.commands import test as command

ROOT = Path(__file__).resolve().parents[2]
Started: TypeAlias = list[tuple[Sequence[str], dict[str, str]]]
Runs: TypeAlias = Callable[..., tuple[str | int | None, Started]]


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Runs:
    """Runs the command with pytest replaced; gives its exit code and the pytest runs it started."""
    for name in ("REQUIRE_SERVICES", "LONG_TESTS", "TEST_PARTS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str, answering: bool = True, codes: Sequence[int] = ()) -> tuple[str | int | None, Started]:
        started, left = Started(), [*codes]

        def pytest_run(self: command.Command, arguments: Sequence[str], variables: dict[str, str]) -> int:
            started.append((arguments, variables))
            return left.pop(0) if left else 0

        monkeypatch.setattr(command.Command, "pytest", pytest_run)
        monkeypatch.setattr(command, "answers", lambda address: answering)
        with pytest.raises(SystemExit) as end:
            command.Command().run_from_argv(["manage.py", "test", *arguments])
        return end.value.code, started

    return run


def places(arguments: Sequence[str]) -> list[str]:
    """The files and folders that a pytest run is given."""
    return [one for one in arguments if one.startswith("tests/")]


def test_without_arguments_everything_runs_in_parts(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    code, started = runs()
    assert code == 0
    rules, site, browsers, services = started
    assert places(rules[0]) == [*command.RULES] and set(command.WITHOUT_DJANGO) <= set(rules[0])
    assert places(browsers[0]) == [*command.BROWSERS]
    assert places(services[0]) == [*command.ON_SERVICES]
    elsewhere = (*command.RULES, *command.BROWSERS, *command.PRODUCTION)
    assert places(site[0]) == [] and {f"--ignore={folder}" for folder in elsewhere} <= set(site[0])
    for _arguments, variables in (site, browsers):
        assert (variables["DATABASE_URL"], variables["REDIS_URL"]) == ("", "")
        assert variables["ALFAPOWER_TEST_PART"] == "embedded"
    assert services[1]["DATABASE_URL"].startswith("postgres://") and services[1]["REDIS_URL"].startswith("redis://")
    assert services[1]["ALFAPOWER_TEST_PART"] == "services"
    said = capsys.readouterr().out
    assert "NOT RUN: tests/production and tests marked long" in said and "NOT RUN: sites behind proxies" in said
    assert "not needs_proxies" in " ".join(site[0])


def test_the_long_run_takes_more_to_the_services(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LONG_TESTS", "1")
    services = runs()[1][-1][0]
    assert places(services) == [*command.ON_SERVICES, *command.MORE_ON_SERVICES]
    assert "NOT RUN" not in capsys.readouterr().out


def test_parts_may_be_named_in_any_order(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_PARTS", "production  rules")
    rules, production = (arguments for arguments, _variables in runs()[1])
    assert places(rules) == [*command.RULES] and places(production) == [*command.PRODUCTION]


def test_a_part_that_there_is_not_is_said_and_nothing_runs(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TEST_PARTS", "rules sight")
    assert runs() == (2, [])
    said = capsys.readouterr().err
    assert "sight" in said and all(name in said for name in command.ALL)


def test_the_folders_are_there() -> None:
    parts = (command.RULES, command.BROWSERS, command.PRODUCTION, command.ON_SERVICES, command.MORE_ON_SERVICES)
    assert [path for part in parts for path in part if not (ROOT / path).exists()] == []


def test_whatever_needs_postgres_or_redis_is_run_on_them() -> None:
    marked = re.compile(r"mark\.needs_(postgres|redis)\b")
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if marked.search(path.read_text(encoding="utf-8"))]
    there = [ROOT / path for path in (*command.ON_SERVICES, *command.PRODUCTION)]
    assert files
    assert [path for path in files if not any(path.is_relative_to(place) for place in there)] == []


@pytest.mark.parametrize("part", range(len(command.ALL)), ids=command.ALL)
def test_a_failure_in_any_part_is_a_failure(runs: Runs, monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    monkeypatch.setenv("TEST_PARTS", " ".join(command.ALL))
    assert runs(codes=[int(at == part) for at in range(len(command.ALL))])[0] == 1


def test_services_that_do_not_answer_are_named(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    code, started = runs(answering=False)
    assert (code, len(started)) == (0, len(command.PLAIN) - 1)
    assert "NOT RUN on Postgres and Redis: nothing answers for DATABASE_URL and REDIS_URL." in capsys.readouterr().out


def test_services_that_must_be_there_fail_the_run(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REQUIRE_SERVICES", "1")
    assert runs(answering=False)[0] == 1


def test_arguments_go_to_one_plain_run_as_they_are(runs: Runs) -> None:
    arguments = ["tests/rules", "-k", "swap", "-x", "--no-header"]
    assert runs(*arguments) == (0, [(arguments, {})])


def test_in_the_end_it_says_what_took_how_long(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    files = [Path(variables[test_times.VARIABLE]) for _arguments, variables in runs()[1]]
    assert len({*files}) == 1 and not files[0].exists()
    assert "Seconds of workers by folder" in capsys.readouterr().out


def test_the_times_of_all_parts_are_added_up(tmp_path: Path) -> None:
    file = tmp_path / "times"
    assert "by folder: \n" in test_times.summary(file, 1)
    file.write_text("1.500\ttests/site/a.py::one\n2.000\ttests/realtime/b.py::two\n1.500\ttests/site/a.py::one\n")
    said = test_times.summary(file, 61.4)
    assert "took 61 s" in said and "site 3, realtime 2" in said
    assert [line.split() for line in said.splitlines() if "::" in line] == [
        ["3.0", "tests/site/a.py::one"],
        ["2.0", "tests/realtime/b.py::two"],
    ]


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
