"""A copy of the sources to change, and tests run in it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = (
    "accounts", "alfapower", "bots", "common", "dictionary", "docs", "game", "lobby", "locale", "news", "people",
    "puzzle", "static", "templates", "tests", "ui", "web_api",
)  # fmt: skip


def copy_sources(copy: Path) -> None:
    """All that the tests need of the project, into the folder `copy`."""
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy2(path, copy / path.name)


def run_tests(copy: Path, *tests: str) -> str:
    """What pytest prints of these tests there, on SQLite; all of them must pass."""
    # Not the database of this run either: migrations belong to the sources that are there.
    theirs = ("PYTEST_", "DATABASE_", "REDIS_", "ALFAPOWER_TEST")
    ours = {name: value for name, value in os.environ.items() if not name.startswith(theirs)}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests],
        cwd=copy, env={**ours, "REQUIRE_SERVICES": ""}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-3000:]
    return run.stdout
