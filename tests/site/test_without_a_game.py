"""A game is its folders: a copy of the sources without them, and without the tests that are about it, is green. An item
is one file: with two more of them in the folder of items, and nothing else touched, the tests are green."""

import re
import shutil
from pathlib import Path

import pytest

from game.games import DEFAULT_VARIANT
from game.variants import VARIANTS
from tests.support.sources_copy import ROOT, copy_sources, run_tests

pytestmark = pytest.mark.long
OF_GAMES = ("game/variants", "tests/rules", "tests/records")
QUICK = (
    "tests/site/test_games_apart.py", "tests/records", "tests/lobby/test_presets.py", "tests/lobby/test_home_page.py",
    "tests/lobby/test_room_form.py", "tests/lobby/test_rooms_code.py", "tests/screen/test_pages.py",
    "tests/screen/test_end_page.py", "tests/screen/test_guide.py", "tests/services/test_audit.py",
    "tests/services/test_play.py", "tests/services/test_results.py", "tests/services/test_player_messages.py",
    "tests/rules/test_registries.py", "tests/rules/test_kept_logs.py",
    "tests/architecture/test_imports.py",
)  # fmt: skip
"""Of the tests those that are done soon, from each part of the house that knows games."""


def copy_without(key: str, copy: Path) -> None:
    """The sources without the game's folders and without the tests that name it."""
    copy_sources(copy)
    for part in OF_GAMES:
        shutil.rmtree(copy / part / key, ignore_errors=True)
    named = re.compile(rf'\b{key}\b\.|\b{key}_\w+ import|"{key}"|_{key}\b|support\.{key}\w*')
    for path in sorted((copy / "tests").rglob("*.py")):
        if key in path.name or named.search(path.read_text()):
            path.unlink()


@pytest.mark.parametrize("key", sorted(set(VARIANTS) - {DEFAULT_VARIANT}))
def test_all_other_tests_pass_without_the_game(key: str, tmp_path: Path) -> None:
    copy_without(key, tmp_path)
    there = [name for name in QUICK if (tmp_path / name).exists()]
    assert len(there) > len(QUICK) // 2
    assert re.search(r"\d{3} passed", told := run_tests(tmp_path, *there)), told[-500:]


NEW = ROOT / "tests" / "support" / "new_items"
TESTS = (
    "tests/support/new_items/check_new_items.py", "tests/rules/test_every_item.py",
    "tests/rules/test_registries.py", "tests/lobby/test_room_form.py", "tests/lobby/test_presets.py",
    "tests/screen/test_guide.py", "tests/services/test_player_messages.py",
)  # fmt: skip


def test_an_item_with_a_state_and_one_with_a_private_result_are_a_file_each(tmp_path: Path) -> None:
    copy_sources(tmp_path)
    for item in ("surge.py", "peek.py"):
        shutil.copy2(NEW / item, tmp_path / "game" / "variants" / "alfapower" / "items" / item)
    assert re.search(r"\d{3} passed", run_tests(tmp_path, *TESTS))
