"""Which tests reach which line, and how long each takes: one run of the tests under coverage (reaching_tests.py), kept
until a source changes."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

import coverage

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alfapower.settings")

from alfapower.management.commands.test import EMBEDDED, RULES, WITHOUT_DJANGO
from benchmarks.reaching_tests import SECONDS
from tests.support.made_database import OF_THE_RUN
from tests.support.sources_copy import FOLDERS

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "var" / "reached_lines"
PLAIN = (
    "-q", "-rfE", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "benchmarks.reaching_tests",
)  # fmt: skip
SITE = ("services", "screen", "secrecy", "protocol", "realtime", "web_api", "model")
AROUND = ("lobby", "dictionary", "accounts", "puzzle")
PARTS = {
    "rules": (*WITHOUT_DJANGO, *RULES),
    "site": tuple(f"tests/{folder}" for folder in SITE),
    "around": tuple(f"tests/{folder}" for folder in AROUND),
}
FAULTS = ("FAILED tests", "ERROR tests", "ERROR: ")
"""How pytest begins a line about what did not pass."""


@dataclass(frozen=True)
class Reached:
    """What one part of the tests reaches."""

    options: tuple[str, ...]
    seconds: dict[str, float]
    data: coverage.CoverageData
    _of_file: dict[str, dict[int, list[str]]] = field(default_factory=dict)

    def tests(self, file: str, lines: Iterable[int]) -> list[str]:
        """The tests that passed and ran one of these lines of that file, quickest first."""
        if file not in self._of_file:
            self._of_file[file] = self.data.contexts_by_lineno(file)
        found = {test for line in lines for test in self._of_file[file].get(line, ()) if test in self.seconds}
        return sorted(found, key=lambda test: (self.seconds[test], test))


def reached(copies: Sequence[Path]) -> list[Reached]:
    """Of each part of the tests, run in these copies of the sources side by side if nothing is kept of them."""
    free = in_turn(copies)
    state = _state_of_the_sources()
    if not (KEPT / "state").exists() or (KEPT / "state").read_text() != state:
        KEPT.mkdir(parents=True, exist_ok=True)
        (KEPT / "state").unlink(missing_ok=True)
        with ThreadPoolExecutor(len(copies)) as threads:
            list(threads.map(lambda part: _run(part, free), PARTS))
        (KEPT / "state").write_text(state)
    return list(map(_read, PARTS))


def in_turn(copies: Sequence[Path]) -> "SimpleQueue[Path]":
    """Who takes one of them puts it back."""
    free: SimpleQueue[Path] = SimpleQueue()
    for copy in copies:
        free.put(copy)
    return free


def environment(copy: Path) -> dict[str, str]:
    """For tests in that copy: bytecode and the migrated database are kept beside it, temporary files too."""
    beside = copy.parent
    for folder in ("bytecode", "temporary", f"run-{copy.name}"):
        (beside / folder).mkdir(exist_ok=True)
    others = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "LONG_TESTS"))}
    return others | EMBEDDED | {
        "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(beside / "bytecode"), "REQUIRE_SERVICES": "",
        "TMPDIR": str(beside / "temporary"), OF_THE_RUN: str(beside / f"run-{copy.name}"),
    }  # fmt: skip


def _run(part: str, free: "SimpleQueue[Path]") -> None:
    """Leave the lines and the seconds of a part in KEPT. A test that fails here is asked nothing later."""
    copy = free.get()
    settings = copy / "reached_lines.ini"
    settings.write_text(f"[run]\ncore = ctrace\nrelative_files = true\nsource = game\ndata_file = {KEPT / part}\n")
    (KEPT / part).unlink(missing_ok=True)
    command = [sys.executable, "-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest", *PLAIN, *PARTS[part]]
    own = environment(copy) | {SECONDS: str(KEPT / f"{part}.json")}
    done = subprocess.run(
        command, cwd=copy, env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    free.put(copy)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stdout[-3000:])
    told = [line for line in done.stdout.splitlines() if line.startswith(FAULTS) or " passed" in line]
    sys.stdout.write("".join(f"{part}: {line}\n" for line in told))


def _read(part: str) -> Reached:
    data = coverage.CoverageData(str(KEPT / part))
    data.read()
    options = WITHOUT_DJANGO if part == "rules" else ()
    return Reached(options, json.loads((KEPT / f"{part}.json").read_text()), data)


def _state_of_the_sources() -> str:
    """Another one wherever a file that tests may read has changed, or what asks them."""
    state = hashlib.sha256()
    for path in sorted(
        path for folder in (*FOLDERS, "benchmarks") for path in (ROOT / folder).rglob("*") if path.is_file()
    ):
        if "__pycache__" not in path.parts and "node_modules" not in path.parts:
            state.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return state.hexdigest()
