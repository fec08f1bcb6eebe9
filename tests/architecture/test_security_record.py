"""docs/security.md: every finding names a test that is there and a commit that mended it."""

import ast
import re
import subprocess

import pytest

from tests.architecture.source import ROOT

TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
FINDINGS = re.findall(r"^- \*\*(.+?)\*\*(.*?)(?=^- \*\*|^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)


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
    named = {commit for _, below in FINDINGS for commit in listed("Commit", below)}
    assert all(re.fullmatch("[0-9a-f]{7,40}", commit) for commit in named)
    if not (ROOT / ".git").exists() or git("rev-parse", "--is-shallow-repository").strip() == "true":
        return  # an archive or a shallow clone holds no history to ask
    history = git("log", "--format=%H").split()
    assert not {commit for commit in named if not any(known.startswith(commit) for known in history)}
