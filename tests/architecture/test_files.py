"""What holds for every file: short enough to read, self-contained, and silent."""

import ast
import re

import pytest

from tests.architecture.floors import MOST_LINES
from tests.architecture.source import assert_none, files, modules, named, parsed

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
        if path.suffix in (".py", ".js", ".css", ".html") and not WRITTEN_BY_OTHERS & set(path.parts)
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    ]
    assert not long, "\n".join(long)


def test_nobody_prints() -> None:
    """Commands write to self.stdout; everything else logs. bootstrap.py speaks before Django exists."""
    assert_none(
        f"{named(path)}:{node.lineno}"
        for name, path in modules()
        if name != "alfapower.bootstrap"
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    )


def test_the_page_of_a_match_never_asks_what_time_it_is_there() -> None:
    """A player's clock may be wrong by hours, and be set while they play: what is left comes from the server, and
    passes by the steady clock."""
    faults = [
        named(path)
        for path in files()
        if "static/js/match" in path.as_posix() and re.search(r"\bDate\b", path.read_text(encoding="utf-8"))
    ]
    assert not faults, faults


def test_pages_load_nothing_from_elsewhere() -> None:
    assert_none(
        f"{named(path)}:{number}: {line.strip()[:100]}"
        for path in files()
        if path.suffix in (".html", ".css", ".js", ".svg", ".txt")
        and named(path).split("/")[0] in ("templates", "static", "game", "bots", "lobby", "accounts", "dictionary")
        and "data" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if OUTSIDE.search(line)
    )


def test_the_project_names_nothing_outside_itself() -> None:
    """No neighbouring folder and no absolute path of the machine it was written on."""
    faults = []
    for path in files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        faults += [
            f"{named(path)}:{text.count(chr(10), 0, match.start()) + 1}: {match.group()}"
            for match in FOREIGN_PATHS.finditer(text)
        ]
    assert not faults, "\n".join(faults)


def test_the_locks_pin_by_hash_and_name_no_index() -> None:
    for path in (path for path in files() if path.suffix == ".lock"):
        text = path.read_text(encoding="utf-8")
        assert "://" not in text and "--index" not in text and "--find-links" not in text, named(path)
        pins = re.split(r"\n(?=\S)", text.replace("\\\n", ""))
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
