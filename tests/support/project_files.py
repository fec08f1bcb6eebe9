"""The project's own files: what git tracks or would track. Where git cannot say, what is there without what .gitignore
names, which is the same (tests/architecture/test_files.py compares the two)."""

import os
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from tests.support import needs

ROOT = needs.ROOT


@cache
def files() -> tuple[Path, ...]:
    """Every file of the project, sorted by its name."""
    listed = listed_by_git() if needs.NEEDS["git"].is_there() else listed_without_git()
    return tuple(ROOT / name for name in listed)


@cache
def text(path: Path) -> str:
    """What a file says; "" for one that is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def named(path: Path) -> str:
    """The file as the project's documents name it."""
    return path.relative_to(ROOT).as_posix()


def template_name(path: Path) -> str:
    """The name by which a template of the site or of a game is loaded; "" for any other file."""
    folder, _, name = f"/{named(path)}".partition("/templates/")
    return name if path.suffix in (".html", ".jinja") and not folder.startswith("/tests/") else ""


def git(*words: str) -> str:
    """What git says of this repository, whoever owns its files and whatever its user has set."""
    command = [needs.program("git"), "-c", f"safe.directory={ROOT}", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout


def listed_by_git() -> list[str]:
    """What it tracks or would track, and is there: by .gitignore alone, not by what a user ignores everywhere."""
    listed = git("ls-files", "--cached", "--others", "--exclude-per-directory=.gitignore", "-z").split("\0")
    return sorted(name for name in listed if name and (ROOT / name).is_file())


def listed_without_git() -> list[str]:
    """What is there and no plain pattern of .gitignore names: `name`, `*.ending`, and `name/` for folders."""
    ignored = [line for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines() if line]
    return sorted(_walk(ROOT, ignored))


def _walk(top: Path, ignored: list[str]) -> Iterator[str]:
    for folder, folders, names in os.walk(top):
        within = Path(folder).relative_to(top)
        folders[:] = [name for name in folders if name != ".git" and not _is_ignored(name, ignored, is_folder=True)]
        for name in names:
            if name != ".git" and not _is_ignored(name, ignored, is_folder=False) and (Path(folder) / name).is_file():
                yield (within / name).as_posix()


def _is_ignored(name: str, patterns: list[str], *, is_folder: bool) -> bool:
    return any(
        fnmatch(name, pattern.removesuffix("/")) for pattern in patterns if is_folder or not pattern.endswith("/")
    )
