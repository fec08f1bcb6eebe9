"""What holds for every file: short enough to read, self-contained, and silent."""

import re
from fnmatch import fnmatch

import pytest

from tests.architecture.layers import MOST_COLUMNS, MOST_LINES
from tests.architecture.source import assert_none, calls, modules
from tests.support.project_files import files, listed_by_git, listed_without_git, named, text

WRITTEN_BY_OTHERS = {"vendor", "migrations"}
# Spelled in pieces, so that this file does not hold what it looks for.
FOREIGN_PATHS = re.compile(r"\.\./sha" r"red\b|(?<![\w.])/(?:root|wor" r"k|home/\w+|Users/\w+)/")
OUTSIDE = re.compile(
    r"""(?:\b(?:src|href|srcset|action|poster)\s*=\s*["']?|url\(\s*["']?|@import\s+["'])(?:https?:)?//"""
)


def test_no_file_is_longer_than_a_reader_can_hold() -> None:
    long = [
        f"{named(path)} has {lines} lines"
        for path in files()
        if path.suffix in (".py", ".js", ".css", ".html", ".jinja") and not WRITTEN_BY_OTHERS & set(path.parts)
        if (lines := len(text(path).splitlines())) > MOST_LINES
    ]
    assert not long, "\n".join(long)


def test_nobody_prints() -> None:
    """Commands write to self.stdout; everything else logs. bootstrap.py speaks before Django exists."""
    assert_none(
        f"{named(path)}:{line}"
        for name, path in modules()
        if name != "alfapower.bootstrap"
        for _, line in calls(path, ["print"])
    )


def test_the_page_of_a_match_never_asks_what_time_it_is_there() -> None:
    """A player's clock may be wrong by hours, and be set while they play: what is left comes from the server, and
    passes by the steady clock."""
    faults = [
        named(path) for path in files() if "static/js/match" in path.as_posix() and re.search(r"\bDate\b", text(path))
    ]
    assert not faults, faults


def test_pages_load_nothing_from_elsewhere() -> None:
    assert_none(
        f"{named(path)}:{number}: {line.strip()[:100]}"
        for path in files()
        if path.suffix in (".html", ".jinja", ".css", ".js", ".svg", ".txt")
        and named(path).split("/")[0] in ("templates", "static", "game", "bots", "lobby", "accounts", "dictionary")
        and "data" not in path.parts
        for number, line in enumerate(text(path).splitlines(), 1)
        if OUTSIDE.search(line)
    )


def test_the_project_names_nothing_outside_itself() -> None:
    """No neighbouring folder and no absolute path of the machine it was written on."""
    assert_none(
        f"{named(path)}:{text(path).count(chr(10), 0, match.start()) + 1}: {match.group()}"
        for path in files()
        for match in FOREIGN_PATHS.finditer(text(path))
    )


def test_the_locks_pin_by_hash_and_name_no_index() -> None:
    for path in (path for path in files() if path.suffix == ".lock"):
        lock = text(path)
        assert "://" not in lock and "--index" not in lock and "--find-links" not in lock, named(path)
        pins = re.split(r"\n(?=\S)", lock.replace("\\\n", ""))
        assert len(pins) > 20 and all("==" in pin and "--hash=sha256:" in pin for pin in pins), named(path)


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ('<script src="https://cdn.example/x.js">', True),
        ("<img src=//cdn.example/x.png>", True),
        ("background: url(http://example.org/a.png)", True),
        ('<svg xmlns="http://www.w3.org/2000/svg">', False),
        ("""<link rel="stylesheet" href="{% static 'css/site.css' %}">""", False),
    ],
)
def test_the_rule_about_pages_sees_what_it_should(line: str, seen: bool) -> None:
    assert bool(OUTSIDE.search(line)) is seen


# Who may be longer, and why. Patterns match across folders.
EXCUSED = {
    "Procfile": "its form knows one line a process, and nothing to go on with",
    "deploy/grafana-dashboard.json": "JSON cannot break a text, and one of them is a query",
    "tests/support/standard.json": "data: the letters of a bag in a line each",
    "tests/records/*.json": "data: records as they are downloaded",
    "benchmarks/positions.json": "data: a position in a line each",
    "accounts/profiles/data/*": "data: words and why they are there",
    "dictionary/data/*": "data, licences, and the scripts that once made the data, kept as they ran",
    "*/LICENSE*": "the text of a licence is not ours to wrap",
    "tests/browser/vendor/*": "by others",
    "*/migrations/*": "written by makemigrations",
    "sbom.cdx.json": "written by manage.py sbom",
}

# What a Markdown reader cannot wrap: a row of a table, and an address that stands alone.
ROW_OF_A_TABLE = re.compile(r"\s*\|.*\|\s*$")
ADDRESS_ALONE = re.compile(r"\s*(?:[-*] |\[[^]]+\]: )?<?https?://\S+$")


def too_long(name: str, content: str) -> list[str]:
    """ "name:line: columns" of every line of a file that is longer than it may be."""
    unbreakable = [ROW_OF_A_TABLE, ADDRESS_ALONE] if name.endswith(".md") else []
    return [
        f"{name}:{number}: {len(line)} columns"
        for number, line in enumerate(content.split("\n"), 1)
        if len(line) > MOST_COLUMNS and not any(form.match(line) for form in unbreakable)
    ]


def excuses(name: str) -> list[str]:
    return [pattern for pattern in EXCUSED if fnmatch(name, pattern)]


def test_no_line_of_a_source_is_wider_than_a_window() -> None:
    faults = [fault for path in files() if not excuses(named(path)) for fault in too_long(named(path), text(path))]
    assert not faults, "\n".join(faults)


def test_nobody_is_excused_without_need() -> None:
    needed = {pattern for path in files() for pattern in excuses(named(path)) if too_long(named(path), text(path))}
    assert needed == set(EXCUSED)


@pytest.mark.parametrize(
    ("name", "line", "seen"),
    [
        ("game/api/__init__.py", "#" * MOST_COLUMNS, False),
        ("game/api/__init__.py", "#" * (MOST_COLUMNS + 1), True),
        ("templates/base.html", "<p>" + "a " * MOST_COLUMNS, True),
        ("README.md", "a " * MOST_COLUMNS, True),
        ("README.md", "| " + "a " * MOST_COLUMNS + "|", False),
        ("README.md", "- https://example.org/" + "a" * MOST_COLUMNS, False),
        ("README.md", "see https://example.org/" + "a" * MOST_COLUMNS, True),
        ("game/api/__init__.py", "| " + "a " * MOST_COLUMNS + "|", True),
    ],
)
def test_the_rule_about_columns_sees_what_it_should(name: str, line: str, seen: bool) -> None:
    assert bool(too_long(name, f"short\n{line}\n")) is seen


@pytest.mark.needs_git
def test_the_files_are_the_same_where_git_cannot_list_them() -> None:
    """An archive holds no repository: there the patterns of .gitignore say what is no source."""
    assert listed_without_git() == listed_by_git()
