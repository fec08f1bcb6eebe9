"""No line of a source is longer than a reader's window, in whatever language it is written."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.architecture.floors import MOST_COLUMNS
from tests.architecture.source import files, named

# Who may be longer, and why. Patterns match across folders.
EXCUSED = {
    "Procfile": "its form knows one line a process, and nothing to go on with",
    "deploy/grafana-dashboard.json": "JSON cannot break a text, and one of them is a query",
    "tests/support/standard.json": "data: the letters of a bag in a line each",
    "tests/records/*.json": "data: records as they are downloaded",
    "benchmarks/positions.json": "data: a position in a line each",
    "accounts/people/data/*": "data: words and why they are there",
    "dictionary/data/*": "data, licences, and the scripts that once made the data, kept as they ran",
    "*/LICENSE*": "the text of a licence is not ours to wrap",
    "tests/browser/vendor/*": "by others",
    "*/migrations/*": "written by makemigrations",
    "sbom.cdx.json": "written by manage.py sbom",
}

# What a Markdown reader cannot wrap: a row of a table, and an address that stands alone.
ROW_OF_A_TABLE = re.compile(r"\s*\|.*\|\s*$")
ADDRESS_ALONE = re.compile(r"\s*(?:[-*] |\[[^]]+\]: )?<?https?://\S+$")


def too_long(name: str, text: str) -> list[str]:
    """ "name:line: columns" of every line of a file that is longer than it may be."""
    unbreakable = [ROW_OF_A_TABLE, ADDRESS_ALONE] if name.endswith(".md") else []
    return [
        f"{name}:{number}: {len(line)} columns"
        for number, line in enumerate(text.split("\n"), 1)
        if len(line) > MOST_COLUMNS and not any(form.match(line) for form in unbreakable)
    ]


def text_of(path: Path) -> str:
    """What a file says; nothing for one that is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def excuses(name: str) -> list[str]:
    return [pattern for pattern in EXCUSED if fnmatch(name, pattern)]


def test_no_line_of_a_source_is_wider_than_a_window() -> None:
    faults = [fault for path in files() if not excuses(named(path)) for fault in too_long(named(path), text_of(path))]
    assert not faults, "\n".join(faults)


def test_nobody_is_excused_without_need() -> None:
    needed = {pattern for path in files() for pattern in excuses(named(path)) if too_long(named(path), text_of(path))}
    assert needed == set(EXCUSED)


@pytest.mark.parametrize(
    ("name", "line", "seen"),
    [
        ("game/api.py", "#" * MOST_COLUMNS, False),
        ("game/api.py", "#" * (MOST_COLUMNS + 1), True),
        ("templates/base.html", "<p>" + "a " * MOST_COLUMNS, True),
        ("README.md", "a " * MOST_COLUMNS, True),
        ("README.md", "| " + "a " * MOST_COLUMNS + "|", False),
        ("README.md", "- https://example.org/" + "a" * MOST_COLUMNS, False),
        ("README.md", "see https://example.org/" + "a" * MOST_COLUMNS, True),
        ("game/api.py", "| " + "a " * MOST_COLUMNS + "|", True),
    ],
)
def test_the_rule_about_columns_sees_what_it_should(name: str, line: str, seen: bool) -> None:
    assert bool(too_long(name, f"short\n{line}\n")) is seen
