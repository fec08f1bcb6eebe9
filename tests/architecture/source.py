"""Finds and reads the project's own files for the tests of this folder. Knows nothing about what is allowed."""

import ast
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.architecture.floors import FLOORS

ROOT = Path(__file__).resolve().parents[2]


@cache
def files() -> tuple[Path, ...]:
    """Every file of the project: what git tracks or would track; without git, what is there."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        hidden = {".git", ".venv", "mutants", "var", "staticfiles", "__pycache__"}
        within = [path.relative_to(ROOT) for path in ROOT.rglob("*")]
        listed = [str(path) for path in within if not hidden & set(path.parts)]
    return tuple(ROOT / name for name in sorted(listed) if name and (ROOT / name).is_file())


def assert_none(faults: Iterable[str]) -> None:
    """AssertionError with what is wrong, a line each."""
    found = list(faults)
    assert not found, "\n".join(found)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def modules() -> Iterator[tuple[str, Path]]:
    """(dotted name, file) of every module of our apps; migrations and the scripts kept beside data left out."""
    for path in files():
        parts = path.relative_to(ROOT).with_suffix("").parts
        if path.suffix == ".py" and parts[0] in FLOORS and not {"migrations", "data"} & set(parts):
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=named(path))


def imports(name: str, path: Path) -> Iterator[str]:
    """Dotted names a module imports, wherever in it; `from a import b` gives a.b."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def within(name: str, module: str) -> bool:
    """Is `name` that module, or something inside it?"""
    return name == module or name.startswith(f"{module}.")
