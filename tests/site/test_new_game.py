"""`manage.py new_game`: a folder of a few short files that is a game at once, or a sentence and nothing written."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.support.sources_copy import copy_sources, run_tests

MOST_FILES, MOST_LINES = 8, 300
CHECKS = (
    "tests/support/check_trio.py", "tests/architecture/test_imports.py", "tests/architecture/test_templates.py",
    "tests/architecture/test_files.py::test_no_line_of_a_source_is_wider_than_a_window",
    "tests/site/test_games_apart.py", "tests/screen/test_pages.py", "tests/screen/test_guides.py",
    "tests/lobby/test_room_form.py", "tests/lobby/test_presets.py",
    "tests/bots/test_levels.py",
)  # fmt: skip


def contents(folder: Path) -> dict[str, str]:
    """The files there by name, with their texts."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_it_writes_eight_files_that_name_the_game(tmp_path: Path) -> None:
    call_command("new_game", "three_words", into=tmp_path)
    written = contents(tmp_path / "three_words")
    assert len(written) <= MOST_FILES and sum(text.count("\n") for text in written.values()) <= MOST_LINES
    assert {name.partition("/")[0] for name in written} == {"__init__.py", "rules", "screens", "bot"}
    assert "screens/templates/game/three_words/guide/sections.html" in written
    assert 'key="three_words"' in written["rules/variant.py"] and "ThreeWords" in written["rules/variant.py"]
    assert not [
        name for name, text in written.items() if "app_name" in text or ("{{ " in text and name.endswith(".py"))
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["three_words"], "nothing half written is left"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "small letters, digits and _"),
        ("Made", "small letters, digits and _"),
        ("9lives", "small letters, digits and _"),
        ("two-words", "small letters, digits and _"),
        ("two words", "small letters, digits and _"),
        ("../trio", "small letters, digits and _"),
        ("_trio", "small letters, digits and _"),
        ("ö", "small letters, digits and _"),
        ("class", "a word of Python's"),
        ("match", "a word of Python's"),
        ("classic", "called 'classic' already"),
        ("panels", "is reserved"),
        ("json", "the name of a Python package"),
        ("a" * 21, "at most 20 characters"),
    ],
)
def test_a_name_that_cannot_be_one_is_refused_in_a_sentence(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=re.escape(said)):
        call_command("new_game", name, into=tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "trio").mkdir()
    (tmp_path / "trio" / "notes.txt").write_text("mine")
    with pytest.raises(CommandError, match="is there already, and nothing is written over it"):
        call_command("new_game", "trio", into=tmp_path)
    assert contents(tmp_path) == {"trio/notes.txt": "mine"}


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("new_game", "trio", into=tmp_path / "nowhere")


@pytest.mark.long
def test_the_game_plays_in_every_room_and_keeps_to_the_floors(tmp_path: Path) -> None:
    copy_sources(tmp_path)
    call_command("new_game", "trio", into=tmp_path / "game" / "variants")
    assert re.search(r"\d{3} passed", told := run_tests(tmp_path, *CHECKS)), told[-500:]
