"""A game is its own folders: outside of them no source names it, but for a short list, which says why."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.games import DEFAULT_VARIANT
from game.variants import VARIANTS

ROOT = Path(__file__).parents[2]
SOURCES = (
    "accounts", "alfapower", "bots", "common", "dictionary", "game", "lobby", "news", "people", "puzzle", "ui",
    "web_api",
)  # fmt: skip
ALLOWED = {
    "bots/rules.py": "the one place where the bots ask the rules of the game they play",
    "bots/engine/puzzles.py": "the puzzle of the day is one of the default game",
    "game/migrations/0007_effective_settings.py": "brings matches of the first release up",
}
"""The files that may name the default game, and why."""
BOARDS = {"dictionary/data/build/make_boards.py": "made the layouts of boards, which have such names"}
"""The files that may name any other."""


def named_in(source: str, key: str) -> list[str]:
    """Where a Python source names the game: as a text of its own, or by a module of it. A text that is the default
    game's key may as well be the site's name."""
    found = []
    for node in ast.walk(ast.parse(source)) if key in source else ():
        if isinstance(node, ast.Constant) and node.value == key != DEFAULT_VARIANT:
            found.append(repr(node.value))
        modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            modules += [f"{node.module}.{alias.name}" for alias in node.names]
        found += [name for name in modules if re.search(rf"\bgame\.\w+\.{key}\b", name)]
    return found


def names_in_text(source: str, key: str) -> list[str]:
    """Where a template or script names it: in quotation marks, or as a folder."""
    ways = rf"game/{key}/|variants/{key}/|js/{key}/"
    return re.findall(ways if key == DEFAULT_VARIANT else rf"""["']{key}["']|{ways}""", source)


def is_of(path: Path, key: str) -> bool:
    """Whether the file belongs to the game."""
    return path.is_relative_to(ROOT / "game/variants" / key)


@cache
def sources() -> tuple[tuple[str, Path, str], ...]:
    """All sources but tests and tools: the name each is known by, where it is, and its text."""
    return tuple((name, path, path.read_text(encoding="utf-8")) for name, path in _paths())


def _paths() -> Iterator[tuple[str, Path]]:
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path
    for folder, kind in (("templates", "*.html"), ("templates", "*.jinja"), ("static/js", "*.js")):
        for path in sorted(
            [*(ROOT / folder).rglob(kind), *(ROOT / "game/variants").glob(f"*/screens/{folder}/**/{kind}")]
        ):
            yield path.relative_to(ROOT).as_posix(), path


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_only_the_files_of_a_short_list_name_a_game(key: str) -> None:
    named, looked_at = {}, 0
    for name, path, text in sources():
        looked_at += 1
        if is_of(path, key):
            continue
        found = (named_in if path.suffix == ".py" else names_in_text)(text, key)
        if found:
            named[name] = found
    assert looked_at > 400
    allowed = ALLOWED if key == DEFAULT_VARIANT else BOARDS
    faults = {name: found for name, found in named.items() if name not in allowed}
    assert not faults, faults
    assert key != DEFAULT_VARIANT or set(allowed) == set(named), "the list has files that name no game any more"


@pytest.mark.parametrize(
    "source",
    ['x = "classic"', "import game.variants.classic.rules", "from game.variants import classic",
     "from game.variants.classic.screens.panels import draw"],
)  # fmt: skip
def test_each_way_of_naming_a_game_is_seen(source: str) -> None:
    assert named_in(source, "classic")


@pytest.mark.parametrize("source", ['{% if view == "classic" %}', "{% include 'game/classic/card.html' %}"])
def test_each_way_of_naming_one_in_a_page_is_seen(source: str) -> None:
    assert names_in_text(source, "classic")


def test_an_ordinary_word_names_no_game() -> None:
    assert not named_in('"a classic board"', "classic") and not names_in_text("A classic board", "classic")
