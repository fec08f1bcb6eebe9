"""The environment that manage.py makes for itself: once, whole, and by one process at a time.

The installer is replaced by one that writes files; that the locks install on each Python is for .ci/run and
for whoever clones.
"""

import ast
import os
import runpy
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.core import management
from django.db import OperationalError

from alfapower import bootstrap
from alfapower.build.lock_file import pins
from tests.support.at_once import well_at_once

ROOT = Path(__file__).resolve().parents[2]
REAL_RUN, REAL_WHEEL = bootstrap._run, bootstrap._pip_wheel


class Installer:
    """Stands in for `venv` and `pip`; remembers what it was asked."""

    def __init__(self) -> None:
        self.runs: list[str] = []
        self.fails = False

    def __call__(self, command: Sequence[str], doing: str) -> None:
        self.runs.append("venv" if "venv" in command else Path(command[-1]).name)
        if "venv" in command:
            bootstrap.PYTHON.parent.mkdir(parents=True, exist_ok=True)
            bootstrap.PYTHON.write_text("")
        elif self.fails:
            sys.exit("no network")


@pytest.fixture
def installer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installer:
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / ".venv" / "alfapower.stamp")
    monkeypatch.setattr(bootstrap, "INSTALL_LOCK", tmp_path / ".venv.lock")
    locks = {"runtime": tmp_path / "requirements.lock", "dev": tmp_path / "requirements-dev.lock"}
    for kind, lock in locks.items():
        lock.write_text(f"{kind} one")
    monkeypatch.setattr(bootstrap, "LOCKS", locks)
    fake = Installer()
    monkeypatch.setattr(bootstrap, "_run", fake)
    monkeypatch.setattr(bootstrap, "_pip_wheel", lambda: None)  # whose thousand files it would unpack
    return fake


def test_the_first_command_installs_and_the_second_does_not(installer: Installer) -> None:
    assert bootstrap.ensure("runtime") is True
    assert installer.runs == ["venv", "requirements.lock"]
    assert bootstrap.ensure("runtime") is False


def test_tests_add_their_tools_and_play_keeps_them(installer: Installer) -> None:
    bootstrap.ensure("runtime")
    assert bootstrap.ensure("dev") is True
    assert installer.runs == ["venv", "requirements.lock", "requirements-dev.lock"]
    assert bootstrap.ensure("runtime") is False


def test_a_changed_lock_is_installed_into_what_is_there(installer: Installer) -> None:
    bootstrap.ensure("dev")
    bootstrap.LOCKS["dev"].write_text("dev two")
    bootstrap.LOCKS["runtime"].write_text("runtime two")
    installer.runs.clear()
    assert bootstrap.ensure("runtime") is True
    assert installer.runs == ["requirements-dev.lock"]


def test_an_interrupted_install_is_made_again_from_nothing(installer: Installer) -> None:
    installer.fails = True
    with pytest.raises(SystemExit):
        bootstrap.ensure("runtime")
    installer.fails = False
    installer.runs.clear()
    assert bootstrap.ensure("runtime") is True
    assert installer.runs == ["venv", "requirements.lock"]


def test_another_interpreter_behind_the_environment_makes_it_anew(installer: Installer, tmp_path: Path) -> None:
    bootstrap.ensure("runtime")
    newer = tmp_path / "python3.99"
    newer.write_text("")
    bootstrap.PYTHON.unlink()
    bootstrap.PYTHON.symlink_to(newer)
    installer.runs.clear()
    assert bootstrap.ensure("runtime") is True
    assert installer.runs[0] == "venv"


def test_two_at_once_install_once(installer: Installer, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = Installer.__call__

    def slow(self: Installer, command: Sequence[str], doing: str) -> None:
        time.sleep(0.1)
        quick(self, command, doing)

    monkeypatch.setattr(Installer, "__call__", slow)
    installs = well_at_once(*[partial(bootstrap.ensure, "runtime")] * 4)
    assert sorted(installs) == [False, False, False, True]
    assert installer.runs == ["venv", "requirements.lock"]


@pytest.fixture
def really(installer: Installer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Environments are really made, of locks that name nothing; what Python compiles in them goes with them."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path / "bytecode"))
    monkeypatch.setattr(bootstrap, "_run", REAL_RUN)
    monkeypatch.setattr(bootstrap, "_pip_wheel", REAL_WHEEL)
    for lock in bootstrap.LOCKS.values():
        lock.write_text("")


@pytest.mark.parametrize(
    "found",
    [pytest.param(True, id="unpacked"), pytest.param(False, id="by venv itself", marks=pytest.mark.long)],
)
def test_a_new_environment_has_the_pip_that_came_with_python(
    really: None, monkeypatch: pytest.MonkeyPatch, found: bool
) -> None:
    if not found:
        monkeypatch.setattr(bootstrap, "_pip_wheel", lambda: None)
    assert found is bool(bootstrap._pip_wheel())
    assert bootstrap.ensure("runtime") is True
    assert bootstrap._has_pip()  # which has installed what the lock names


@pytest.mark.long
def test_an_environment_without_pip_is_given_one(really: None) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", bootstrap.VENV], check=True)
    bootstrap.STAMP.write_text(f"runtime of-another-lock {os.path.realpath(bootstrap.PYTHON)}\n")
    (bootstrap.VENV / "kept").touch()
    assert bootstrap.ensure("runtime") is True
    subprocess.run([bootstrap.PYTHON, "-m", "pip", "--version"], capture_output=True, check=True)
    assert (bootstrap.VENV / "kept").exists()


def test_the_locks_pin_a_pip_that_takes_the_place_of_python_s_own() -> None:
    for lock in ("requirements.lock", "requirements-dev.lock"):
        (pip,) = (pin for pin in pins(ROOT / lock) if pin.name == "pip")
        assert int(pip.version.partition(".")[0]) >= 26 and pip.hashes and not pip.marker


def test_whoever_waits_is_told_at_once_and_again_what_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines, enough = list[str](), tmp_path / "enough"

    def say(line: str) -> None:
        lines.append(line)
        if line.endswith(" s: Downloading one-1.whl") and len(lines) > 2:
            enough.touch()

    monkeypatch.setattr(bootstrap, "STILL_SECONDS", 0.1)
    monkeypatch.setattr(bootstrap, "_say", say)
    said = "Collecting one==1\n  Downloading one-1.whl (3 MB)\nWARNING: x"
    work = f"import os, time; print({said!r}, flush=True)\nwhile not os.path.exists({str(enough)!r}): time.sleep(.02)"
    bootstrap._run([sys.executable, "-c", work], "installing the packages")
    first, *more = lines
    assert first == "  installing the packages ..."
    assert len(more) > 1 and all("still installing the packages, " in line for line in more)


def test_a_missing_venv_module_is_one_line_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit) as end:
        bootstrap._require_venv()
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert f"apt install python{version}-venv" in str(end.value.code)
    assert "\n" not in str(end.value.code)


def test_a_failing_step_shows_what_it_said_and_ends(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        bootstrap._run([sys.executable, "-c", "print('no such wheel'); raise SystemExit(3)"], "installing")
    assert "no such wheel" in capfd.readouterr().err
    assert "installing" in str(end.value.code)


def test_the_switch_turns_it_off(installer: Installer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALFAPOWER_NO_BOOTSTRAP", "1")
    monkeypatch.delenv("ALFAPOWER_DATA", raising=False)
    bootstrap.prepare(["manage.py", "check"])
    assert installer.runs == []


@pytest.mark.parametrize(
    ("arguments", "folder"),
    [
        (["play", "--data", "/srv/one"], "/srv/one"),
        (["play", "--port", "1", "--data=/srv/one"], "/srv/one"),
        (["play", "--data", "here"], str(Path.cwd() / "here")),
        (["play", "--data", "~/games"], os.path.expanduser("~/games")),
        (["play", "--data"], None),
        (["play"], None),
        (["test", "--data", "/srv/one"], None),
        ([], None),
    ],
)
def test_the_data_folder_of_play_is_known_before_the_settings(arguments: Sequence[str], folder: str) -> None:
    assert bootstrap.data_option(["manage.py", *arguments]) == folder


def test_an_old_python_is_told_so_in_one_line() -> None:
    code = (
        "import runpy, sys; sys.version_info = (3, 10, 4); sys.argv = ['manage.py', 'play'];"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 1
    assert result.stderr == "AlfaPower needs Python 3.11 or newer; this is Python 3.10.\n"


def test_an_old_python_can_read_manage_py_at_all() -> None:
    ast.parse((ROOT / "manage.py").read_text(), feature_version=(3, 5))


def test_the_door_is_read_by_every_python() -> None:
    """Python 2 stops at a letter beyond ASCII, even in a comment, before it could say that it is too old."""
    assert (ROOT / "manage.py").read_bytes().isascii()


def test_a_database_that_is_away_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "prepare", lambda arguments: None)
    away = Mock(side_effect=OperationalError("connection refused"))
    monkeypatch.setattr(management, "execute_from_command_line", away)
    monkeypatch.setattr(sys, "argv", ["manage.py", "migrate"])
    main = runpy.run_path(str(ROOT / "manage.py"))["main"]
    with pytest.raises(SystemExit, match="The database is away, or could not do it: connection refused"):
        main()
    sys.argv.append("--traceback")
    with pytest.raises(OperationalError):
        main()
