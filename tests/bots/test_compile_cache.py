"""Machine code of the search: what was made from other sources is neither used nor kept."""

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
import pytest
from pytest_django import Settings

from bots import compile_cache
from bots.engine import compiled as compiling
from bots.engine.graph_file import keep_graph, open_graph
from dictionary.lexicon import Pin
from tests.bots.states import graph_of
from tests.support.types import certain

NUMBERS = """
from bots.engine.compiled import compiled
from made_up.other import added

@compiled
def more(number: int) -> int:
    return number + added()
"""
CONSTANTS = """
from bots.engine.compiled import compiled

@compiled
def added(number: int, one_more: bool) -> int:
    return number + one_more

@compiled
def twice(number: int) -> int:
    return added(0, True) + added(number, number > 1)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a package to import, `made_up`, that may be another within the same second."""
    (tmp_path / "made_up").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "numba"))
    yield tmp_path / "made_up"
    forget_made_up()


def as_in_a_new_process(name: str) -> Any:
    """The module of the made up package, read anew with all that it imports of it."""
    forget_made_up()
    return importlib.import_module(name)


def forget_made_up() -> None:
    for known in [known for known in sys.modules if known.partition(".")[0] == "made_up"]:
        del sys.modules[known]


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


def test_what_is_compiled_in_from_another_file_is_compiled_again_when_that_changes(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "__init__.py").write_text("")
    (package / "first.py").write_text(NUMBERS)
    said = []
    for number in (1, 2):
        (package / "other.py").write_text(
            f"from bots.engine.compiled import compiled\n\n@compiled\ndef added() -> int:\n    return {number}\n"
        )
        folder = compile_cache.folder(package.parent, package)
        monkeypatch.setattr(numba.config, "CACHE_DIR", str(folder))
        said.append(as_in_a_new_process("made_up.first").more(40))
        assert any(folder.rglob("*.nbi"))
    assert said == [41, 42]


def test_of_processes_that_need_it_at_once_one_compiles(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other is done with it when this one's turn comes, and this one reads what that has kept."""
    (package / "__init__.py").write_text(CONSTANTS)
    this, another = (as_in_a_new_process("made_up") for _ in range(2))
    turns = [another]

    @contextmanager
    def in_turn(lock: Path) -> Iterator[None]:
        while turns:
            turns.pop().twice(41)
        yield

    monkeypatch.setattr(compiling, "one_maker", in_turn)
    assert this.twice(41) == another.twice(41) == 43
    read, made = ([*module.twice.stats.cache_hits.values()] for module in (this, another))
    assert (read, made) == ([1], [])


def test_a_constant_that_a_caller_writes_is_no_type_of_its_own(package: Path) -> None:
    (package / "__init__.py").write_text(CONSTANTS)
    module = as_in_a_new_process("made_up")
    assert module.twice(41) == 43 and len(module.added.signatures) == 1


def test_words_from_a_list_and_from_a_file_are_of_one_type(tmp_path: Path) -> None:
    """All that searches them would be compiled for each."""
    built, pin = graph_of(["AT"]), Pin("en", "2026.11", "0" * 64)
    keep_graph(tmp_path, pin, built)
    opened = certain(open_graph(tmp_path, pin))
    assert [*map(numba.typeof, opened)] == [*map(numba.typeof, built)]


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
