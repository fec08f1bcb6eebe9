"""The rules are tested without Django (the first part of `manage.py test`): no test of theirs, no helper of these and
nothing that they are about imports it, wherever in a function."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from alfapower.management.commands.test import RULES
from tests.architecture.source import assert_none, imports
from tests.support.project_files import ROOT, named

TOOLS = ("allpairspy", "hypothesis", "pytest")
"""What the tests of the rules may use besides Python and the project."""


def dotted(path: Path) -> str:
    """The name that a file of the project is imported by."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files_of(target: str) -> Iterator[Path]:
    """The project's files that run when this is imported: those of its packages, and its own."""
    parts = target.split(".")
    for length in range(1, len(parts) + 1):
        place = ROOT.joinpath(*parts[:length])
        yield from (path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file())


def ways_out(begin: Iterable[Path]) -> Mapping[str, list[str]]:
    """By each package of others that these files come to the chain of files that leads there."""
    chains = {path: [named(path)] for path in begin}
    waiting = list(chains)
    found: dict[str, list[str]] = {}
    while waiting:
        path = waiting.pop(0)
        for target in imports(dotted(path), path, when_run=True):
            reached = list(files_of(target))
            if not reached and (package := target.split(".")[0]) not in sys.stdlib_module_names:
                found.setdefault(package, chains[path])
            new = [file for file in reached if file not in chains]
            chains |= {file: [*chains[path], named(file)] for file in new}
            waiting += new
    return found


def test_what_the_rules_are_tested_with_comes_to_no_django() -> None:
    begin = [path for folder in RULES for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(begin) > 40
    assert_none(
        f"{' > '.join(chain)} imports {package}" for package, chain in ways_out(begin).items() if package not in TOOLS
    )


@pytest.mark.parametrize(
    ("file", "package"),
    [
        ("tests/support/matches.py", "django"),  # by the models of the game
        ("tests/services/test_verify_record.py", "django"),
    ],
)
def test_the_rule_itself_sees_what_it_should(file: str, package: str) -> None:
    chain = ways_out([ROOT / file])[package]
    assert chain[0] == file
