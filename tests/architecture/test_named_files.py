"""Docstrings, comments and documents that point to a module point to one that is there."""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator

from tests.architecture.source import ROOT, files, named

FILES = [named(path) for path in files()]
MODULE = re.compile(r"(?<![\w/.*<{-])((?:[\w-]+/)*[\w-]+\.py)\b")


def is_there(module: str) -> bool:
    return any(f"/{name}".endswith(f"/{module}") for name in FILES)


def prose(source: str) -> Iterator[str]:
    """The comments and docstrings of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def missing(texts: Iterable[str]) -> set[str]:
    return {module for text in texts for module in MODULE.findall(text) if not is_there(module)}


def test_a_module_that_is_pointed_to_is_there() -> None:
    gone = {}
    for name in FILES:
        text = (ROOT / name).read_text(encoding="utf-8") if name.endswith((".py", ".md")) else ""
        if name.endswith(".py") and "/migrations/" not in name:
            gone[name] = missing(prose(text))
        elif name.endswith(".md"):
            gone[name] = missing([text])
    assert not {name: modules for name, modules in gone.items() if modules}


def test_one_that_has_gone_is_found() -> None:
    source = '"""See settings.py and gone_away.py."""  # or web/lost.py'
    assert missing(prose(source)) == {"gone_away.py", "web/lost.py"}
