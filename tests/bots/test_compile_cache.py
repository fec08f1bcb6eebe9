"""Machine code of the search: what was made from other sources is neither used nor kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import Settings

from bots import compile_cache

NUMBERS = """
from bots.engine.compiled import compiled
from {package}.other import added

@compiled
def more(number: int) -> int:
    return number + added()
"""


@pytest.fixture
def data(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    return tmp_path / "data"


@pytest.mark.parametrize("change", ["other", "new", "renamed", "none"])
def test_a_changed_source_gives_another_folder(tmp_path: Path, change: str) -> None:
    sources = tmp_path / "engine"
    sources.mkdir()
    (sources / "one.py").write_text("1")
    (sources / "two.py").write_text("2")
    before = compile_cache.folder(tmp_path, sources)
    if change == "other":
        (sources / "two.py").write_text("3")
    elif change == "new":
        (sources / "three.py").write_text("")
    elif change == "renamed":
        (sources / "two.py").rename(sources / "three.py")
    assert (compile_cache.folder(tmp_path, sources) == before) is (change == "none")


def test_what_is_compiled_in_from_another_file_is_compiled_again_when_that_changes(tmp_path: Path) -> None:
    package = tmp_path / "made_up"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "first.py").write_text(NUMBERS.format(package="made_up"))
    said = []
    for number in (1, 2):
        (package / "other.py").write_text(
            f"from bots.engine.compiled import compiled\n\n@compiled\ndef added() -> int:\n    return {number}\n"
        )
        folder = compile_cache.folder(tmp_path, package)
        code = "import sys; from made_up.first import more; sys.stdout.write(str(more(40)))"
        environment = os.environ | {"NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": f"{tmp_path}{os.pathsep}{Path.cwd()}"}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
        assert any(folder.rglob("*.nbi"))
    assert said == ["41", "42"]


def test_the_processes_of_bots_use_the_folder_of_their_sources(data: Path) -> None:
    assert Path(compile_cache.chosen()) == compile_cache.folder(data)
    assert compile_cache.folder(data).parent == data / "numba"


def test_what_older_sources_left_is_removed_but_for_the_release_before(data: Path) -> None:
    current, oldest, before = compile_cache.folder(data), data / "numba" / "fedcba", data / "numba" / "012345"
    for age, one in enumerate((current, before, oldest)):
        one.mkdir(parents=True)
        (one / "code.nbc").write_text("code")
        os.utime(one, (1_000_000 - age, 1_000_000 - age))
    compile_cache.remove_old()
    assert set(current.parent.iterdir()) == {current, before} and (current / "code.nbc").exists()


def test_a_folder_that_somebody_chose_is_used_and_left_alone(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    (data / "numba" / "another").mkdir(parents=True)
    compile_cache.remove_old()
    assert compile_cache.chosen() == str(tmp_path / "chosen") and (data / "numba" / "another").exists()
