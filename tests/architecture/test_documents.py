"""What documents name is there: the tests and commits of docs/security.md and docs/findings.md, and every module that a
docstring, comment or document points to."""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from tests.support import needs
from tests.support.project_files import ROOT, files, git, named, text

SECURITY = text(ROOT / "docs" / "security.md")
FINDINGS = re.findall(r"^- \*\*(.+?)\*\*(.*?)(?=^- \*\*|^#|\Z)", SECURITY, re.MULTILINE | re.DOTALL)


def listed(kind: str, below: str) -> list[str]:
    """What stands in code marks in the point "Tests" or "Commits" of a finding."""
    (point,) = re.findall(rf"^  - {kind}s?: (.+?\.)$(?=\n  - |\n?\Z)", below.rstrip() + "\n", re.MULTILINE | re.DOTALL)
    return re.findall(r"`([^`]+)`", point)


def test_there_are_findings() -> None:
    assert len(FINDINGS) > 40


@pytest.mark.parametrize("below", [below for _, below in FINDINGS], ids=[title[:50] for title, _ in FINDINGS])
def test_a_finding_names_tests_that_are_there(below: str) -> None:
    names = listed("Test", below)
    assert names
    path = ""
    for name in names:
        path, _, function = name.partition("::") if not name.startswith("::") else (path, "", name[2:])
        assert (ROOT / path).is_file(), name
        assert not function or re.search(rf"^\s*(?:async )?(?:def|class) {function}\b", text(ROOT / path), re.M), name


COMMITS = {commit for _, below in FINDINGS for commit in listed("Commit", below)}


def test_a_finding_names_commits_as_git_does() -> None:
    assert COMMITS and all(re.fullmatch("[0-9a-f]{7,40}", commit) for commit in COMMITS)


@pytest.mark.needs_git
def test_a_finding_names_commits_of_this_history() -> None:
    if git("rev-parse", "--is-shallow-repository").strip() == "true":
        needs.missing("needs_git: the history of a shallow clone is cut off")
    history = git("log", "--format=%H").split()
    assert not {commit for commit in COMMITS if not any(one.startswith(commit) for one in history)}


def test_every_file_and_every_test_that_it_names_is_there() -> None:
    """docs/findings.md."""
    findings = text(ROOT / "docs" / "findings.md")
    modules = set(re.findall(r"`((?:tests/[\w/]+/)?test_\w+\.py)", findings))
    functions = set(re.findall(r"::(test_\w+)`", findings))
    assert len(modules) > 40 and len(functions) > 40
    tests = [path for path in files() if named(path).startswith("tests/") and path.match("test_*.py")]
    assert not modules - {named(path) for path in tests} - {path.name for path in tests}
    sources = "\n".join(map(text, tests))
    assert not {name for name in functions if f"def {name}(" not in sources}


MODULE = re.compile(r"(?<![\w/.*<{-])((?:[\w-]+/)*[\w-]+\.py)\b")


@cache
def known() -> frozenset[str]:
    """Every way to name a file of the project: its path, or the end of it."""
    parts = [path.relative_to(ROOT).parts for path in files()]
    return frozenset("/".join(path[start:]) for path in parts for start in range(len(path)))


def prose(source: str) -> Iterator[str]:
    """The comments and docstrings of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def missing(texts: Iterable[str]) -> set[str]:
    return {module for one in texts for module in MODULE.findall(one)} - known()


def missing_in(name: str, content: str) -> set[str]:
    """What a document, or a module in its comments and docstrings, points to and is not there. Of the modules only the
    few are taken apart in which such a name stands at all."""
    gone = missing([content])
    return missing(prose(content)) if gone and name.endswith(".py") else gone


def test_a_module_that_is_pointed_to_is_there() -> None:
    looked_at = [path for path in files() if path.suffix in (".py", ".md") and path.parent.name != "migrations"]
    gone = {named(path): missing_in(named(path), text(path)) for path in looked_at}
    assert not {name: modules for name, modules in gone.items() if modules}


def test_one_that_has_gone_is_found() -> None:
    source = '"""See settings.py and gone_away.py."""  # or web/lost.py\nname = "made_by_a_test.py"'
    assert missing_in("game/api/__init__.py", source) == {"gone_away.py", "web/lost.py"}
    assert missing_in("docs/x.md", source) == {"gone_away.py", "web/lost.py", "made_by_a_test.py"}
