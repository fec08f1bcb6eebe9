"""What documents name is there: the tests and commits of docs/security.md and docs/findings.md, and every module that a
docstring, comment or document points to."""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterable, Iterator

import pytest

from tests.architecture.source import ROOT, files, named

SECURITY = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
FINDINGS = re.findall(r"^- \*\*(.+?)\*\*(.*?)(?=^- \*\*|^#|\Z)", SECURITY, re.MULTILINE | re.DOTALL)


def listed(kind: str, below: str) -> list[str]:
    """What stands in code marks in the point "Tests" or "Commits" of a finding."""
    (point,) = re.findall(rf"^  - {kind}s?: (.+?\.)$(?=\n  - |\n?\Z)", below.rstrip() + "\n", re.MULTILINE | re.DOTALL)
    return re.findall(r"`([^`]+)`", point)


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


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
        if function:
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            assert function in {node.name for node in ast.walk(tree) if hasattr(node, "name")}, name


def test_a_finding_names_commits_of_this_history() -> None:
    told = {commit for _, below in FINDINGS for commit in listed("Commit", below)}
    assert all(re.fullmatch("[0-9a-f]{7,40}", commit) for commit in told)
    if not (ROOT / ".git").exists() or git("rev-parse", "--is-shallow-repository").strip() == "true":
        return  # an archive or a shallow clone holds no history to ask
    history = git("log", "--format=%H").split()
    assert not {commit for commit in told if not any(known.startswith(commit) for known in history)}


def test_every_file_and_every_test_that_it_names_is_there() -> None:
    """docs/findings.md."""
    text = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    modules = set(re.findall(r"`((?:tests/[\w/]+/)?test_\w+\.py)", text))
    functions = set(re.findall(r"::(test_\w+)`", text))
    assert len(modules) > 40 and len(functions) > 40
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    assert not modules - {named(path) for path in tests} - {path.name for path in tests}
    sources = "\n".join(path.read_text(encoding="utf-8") for path in tests)
    assert not {name for name in functions if f"def {name}(" not in sources}


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
