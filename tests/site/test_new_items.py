"""An item is one file: with two more of them in the folder of items, and nothing else touched, the tests are green."""

import re
import shutil
from pathlib import Path

import pytest

from tests.support.sources_copy import ROOT, copy_sources, run_tests

pytestmark = pytest.mark.long
NEW = ROOT / "tests" / "support" / "new_items"
TESTS = (
    "tests/support/new_items/check_new_items.py", "tests/rules/test_every_item.py",
    "tests/rules/test_registries.py", "tests/lobby/test_room_form.py", "tests/lobby/test_presets.py",
    "tests/screen/test_guide.py", "tests/services/test_parsing.py",
)  # fmt: skip


def test_an_item_with_a_state_and_one_with_a_private_result_are_a_file_each(tmp_path: Path) -> None:
    copy_sources(tmp_path)
    for item in ("surge.py", "peek.py"):
        shutil.copy2(NEW / item, tmp_path / "game" / "variants" / "alfapower" / "items" / item)
    assert re.search(r"\d{3} passed", run_tests(tmp_path, *TESTS))
