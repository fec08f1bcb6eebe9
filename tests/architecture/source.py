"""Reads the project's own modules for the tests of this folder. Knows nothing about what is allowed.

No tree is kept: some seven hundred of them, of a million nodes, cost the collector of garbage more than it costs to
read them again, and most questions are for the few modules in which a word stands at all.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.architecture.layers import LAYERS
from tests.support.project_files import ROOT, files, named, text

PARTS_OF_A_BLOCK = ("body", "orelse", "finalbody", "handlers", "cases")


def assert_none(faults: Iterable[str]) -> None:
    """AssertionError with what is wrong, a line each."""
    found = list(faults)
    assert not found, "\n".join(found)


@cache
def modules() -> tuple[tuple[str, Path], ...]:
    """(dotted name, file) of every module of our apps; migrations and the scripts kept beside data left out."""
    found = []
    for path in files():
        parts = path.relative_to(ROOT).with_suffix("").parts
        if path.suffix == ".py" and parts[0] in LAYERS and not {"migrations", "data"} & set(parts):
            found.append((".".join(parts[:-1] if parts[-1] == "__init__" else parts), path))
    return tuple(found)


def parsed(path: Path) -> ast.Module:
    """The tree of a module."""
    return ast.parse(text(path), filename=named(path))


@cache
def imports(name: str, path: Path, *, when_run: bool = False) -> tuple[str, ...]:
    """Dotted names a module imports, wherever in it; `from a import b` gives a.b. `when_run` leaves out what only a
    type checker imports."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return tuple(target for node in _statements(parsed(path), when_run) for target in _imported(package, node))


def _statements(tree: ast.Module, when_run: bool) -> Iterator[ast.AST]:
    """Every statement, within others too: imports are no expressions, of which there are ten times as many."""
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        if when_run and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        for part in PARTS_OF_A_BLOCK:
            left += getattr(node, part, ())


def _imported(package: str, node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, *([node.module] if node.module else [])])
        yield from (f"{base}.{alias.name}" for alias in node.names)


def calls(path: Path, words: Iterable[str]) -> Iterator[tuple[str, int]]:
    """(the name, its line) of each call of a function of one of these names."""
    names = set(words)
    for node in _nodes_with(path, names):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node.func.id, node.lineno


def attributes(path: Path, word: str) -> Iterator[int]:
    """The lines in which an attribute of this name is asked for."""
    for node in _nodes_with(path, {word}):
        if isinstance(node, ast.Attribute) and node.attr == word:
            yield node.lineno


def _nodes_with(path: Path, words: set[str]) -> Iterator[ast.AST]:
    """The nodes of a module; none where none of the words stands in it."""
    if re.search(rf"\b(?:{'|'.join(sorted(words))})\b", text(path)):
        yield from ast.walk(parsed(path))


def within(name: str, module: str) -> bool:
    """Is `name` that module, or something inside it?"""
    return name == module or name.startswith(f"{module}.")
