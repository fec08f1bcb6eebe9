"""docs/findings.md names tests that are there."""

import re

from tests.architecture.source import ROOT

TEXT = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
TESTS = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").rglob("test_*.py"))}


def test_every_file_and_every_test_that_it_names_is_there() -> None:
    files = set(re.findall(r"`((?:tests/[\w/]+/)?test_\w+\.py)", TEXT))
    functions = set(re.findall(r"::(test_\w+)`", TEXT))
    assert len(files) > 40 and len(functions) > 40
    known = {str(path.relative_to(ROOT)) for path in TESTS} | {path.name for path in TESTS}
    assert not files - known
    sources = "\n".join(TESTS.values())
    assert not {name for name in functions if f"def {name}(" not in sources}
