"""Every numbered sentence of docs/rules-classic.md is cited by some test of this folder, and no other."""

import re
from pathlib import Path

RULES = Path(__file__).parents[3] / "docs" / "rules-classic.md"
HERE = Path(__file__).parent


def test_every_sentence_is_cited_and_none_that_is_not_there():
    numbers = re.findall(r"^- \*\*(C\d+\.\d+)\*\* ", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(numbers) > 20 and len(set(numbers)) == len(numbers)
    files = (path for path in HERE.glob("*.py") if path != Path(__file__))
    cited = {number for path in files for number in re.findall(r"\bC\d+\.\d+\b", path.read_text(encoding="utf-8"))}
    assert cited == set(numbers)
