"""Every numbered sentence of docs/rules.md is cited by some test, by its number, in an id or a comment; those of the
other games by some test in the folder of their rules."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SENTENCE = re.compile(r"^- \*\*(R\d+\.\d+)\*\* ", re.MULTILINE)
CITATION = re.compile(r"\bR\d+\.\d+\b")


def numbers() -> list[str]:
    return SENTENCE.findall((ROOT / "docs" / "rules.md").read_text(encoding="utf-8"))


def cited() -> set[str]:
    files = (path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))
    return {number for path in files for number in CITATION.findall(path.read_text(encoding="utf-8"))}


def test_numbers_are_unique_and_in_order() -> None:
    found = [tuple(map(int, number[1:].split("."))) for number in numbers()]
    assert len(found) > 200
    assert found == sorted(set(found))


def test_every_point_of_a_list_is_one_numbered_sentence() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").replace("\n  ", " ")  # one line a point
    for line in text.splitlines():
        if line.startswith("- "):
            assert SENTENCE.match(line) and line.endswith("."), line


def test_every_sentence_is_cited() -> None:
    missing = set(numbers()) - cited()
    assert not missing, f"no test cites {', '.join(sorted(missing))}"


def test_no_test_cites_a_sentence_that_is_not_there() -> None:
    assert cited() - set(numbers()) == set()


@pytest.mark.parametrize(("game", "letter", "least"), [("classic", "C", 20), ("flex", "F", 50), ("keebble", "K", 50)])
def test_a_games_own_tests_cite_every_sentence_and_none_that_is_not_there(game: str, letter: str, least: int) -> None:
    text = (ROOT / "docs" / f"rules-{game}.md").read_text(encoding="utf-8")
    found = re.findall(rf"^- \*\*({letter}\d+\.\d+)\*\* ", text, re.MULTILINE)
    assert len(found) > least and len(set(found)) == len(found)
    tests = [path.read_text(encoding="utf-8") for path in (Path(__file__).parent / game).glob("*.py")]
    assert {number for test in tests for number in re.findall(rf"\b{letter}\d+\.\d+\b", test)} == set(found)
