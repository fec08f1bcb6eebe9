"""Do the tests notice small faults?  python -m tests.mutation.run engine|door|views [--sample 100] [--seed 1]

Works on a copy of the project, changes one thing in one module at a time, and runs the fast tests that ought to
notice. Prints the survivors; read each one: either nothing can tell it from the original, or a test is missing. What
came of it is in docs/mutation.md. Never part of the ordinary tests.
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.mutation.mutants import mutant, sites

ROOT = Path(__file__).resolve().parents[2]
LONGEST_SECONDS = 120
SURVIVORS = ("tests/rules/test_survivors.py", "tests/services/test_survivors.py")
RULES_TESTS = (SURVIVORS[0], "tests/rules/tables", "tests/records", "tests/rules/test_oracle.py")
DOOR_TESTS = (SURVIVORS[1], "tests/services", "tests/realtime")
VIEW_TESTS = (*SURVIVORS, "tests/rules/tables", "tests/screen", "tests/services", "tests/realtime")
TARGETS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    # modules, those of them left to another target, tests
    "engine": (("game/rules/*.py", "game/rules/[iv]*/*.py"), ("view", "ledger"), RULES_TESTS),
    "door": (("game/services/*.py", "game/wire.py", "game/views.py", "game/screens.py"), (), DOOR_TESTS),
    "views": (("game/rules/view.py", "game/rules/ledger.py", "game/panels.py"), (), VIEW_TESTS),
}


def main() -> None:
    """Run a sample of a target's mutants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--sample", type=int, default=0, help="so many mutants, drawn by lot (0: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only mutants of modules whose path holds this")
    asked = parser.parse_args()
    modules, others, tests = TARGETS[asked.target]
    with tempfile.TemporaryDirectory(prefix="alfapower-mutants-") as folder:
        copy = Path(folder) / "project"
        keep_out = shutil.ignore_patterns(".git", ".venv", "__pycache__", "staticfiles", "*.sqlite3*", "node_modules")
        shutil.copytree(ROOT, copy, ignore=keep_out)
        _prepare(copy)
        found = [
            (path.relative_to(copy), site)
            for pattern in modules
            for path in sorted(copy.glob(pattern))
            if path.stem not in others and asked.only in str(path)
            for site in sites(path.read_text(encoding="utf-8"))
        ]
        random.Random(asked.seed).shuffle(found)
        there = [test for test in tests if (copy / test).exists()]
        if _outcome(copy, there) != "survived":
            sys.exit("the tests fail without any mutant")
        _judge(copy, there, found[: asked.sample or None], len(found))


def _judge(copy: Path, tests: list[str], found: list[tuple[Path, tuple[int, int]]], all_there_are: int) -> None:
    counts: dict[str, int] = {}
    begun = time.monotonic()
    for path, site in found:
        original = (copy / path).read_text(encoding="utf-8")
        changed = mutant(original, site)
        (copy / path).write_text(changed.source, encoding="utf-8")
        outcome = _outcome(copy, tests)
        (copy / path).write_text(original, encoding="utf-8")
        counts[outcome] = counts.get(outcome, 0) + 1
        if outcome != "killed":
            _say(f"{outcome}: {path}:{changed.line}  {changed.change}")
    _say(f"{len(found)} of {all_there_are} mutants, {counts}, {time.monotonic() - begun:.0f} s")


def _prepare(copy: Path) -> None:
    """Load what no mutant changes, so that each child begins with it; children then see the copy only."""
    os.chdir(copy)
    sys.path[:] = [str(copy), *[entry for entry in sys.path if Path(entry or ".").resolve() != ROOT]]
    os.environ.update(ORACLE_MATCHES="50", PYTHONDONTWRITEBYTECODE="1", DJANGO_SETTINGS_MODULE="alfapower.settings")
    os.environ["ALFAPOWER_DATA"] = str(copy / "var")
    sys.dont_write_bytecode = True
    for name in [name for name in sys.modules if name == "tests" or name.startswith("tests.")]:
        if name != __name__:
            del sys.modules[name]
    import channels.testing
    import django.contrib.admin
    import django.db.models
    import django.test
    import factory
    import hypothesis
    import pytest

    _ = channels, django, factory, hypothesis, pytest


def _outcome(copy: Path, tests: list[str]) -> str:
    """ "killed", "survived" or "too slow": the tests run in a child of this process."""
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        import pytest

        quick = ["-x", "-q", "-p", "no:cacheprovider", "--nomigrations", "-k", "not every_corner and not flood"]
        os._exit(int(pytest.main([*quick, *tests])))
    ends = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < ends:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return "survived" if os.waitstatus_to_exitcode(status) == 0 else "killed"
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "too slow"


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
