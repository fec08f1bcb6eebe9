"""Do the tests notice small faults?  python -m benchmarks.mutants [--seed N] [--count 300]

Changes one thing in one function at a time, as mutmut would, in a copy of the sources, and runs the tests that reach
the changed line, quickest first. `--again FILE#NUMBER --tests tests/rules ...` tries one mutant with tests of one's own
choice. What came of it: docs/mutation.md.
"""

import argparse
import ast
import contextlib
import difflib
import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import libcst
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import NEVER_MUTATE_FUNCTION_NAMES, MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import get_ignored_lines

from benchmarks.reached_lines import FAULTS, PLAIN, ROOT, Reached, environment, in_turn, reached
from benchmarks.reaching_tests import ORDER
from tests.support.sources_copy import copy_sources

VIEWS = ("game/variants/*/rules/view.py", "game/variants/*/rules/ledger.py", "game/crossword/ledger.py",
         "game/presentation/**/*.py", "game/variants/*/screens/**/*.py", "game/live/panels.py")  # fmt: skip
TARGETS = {
    "door": ("game/services/*.py", "game/match/*.py", "game/live/*.py"),
    "views": VIEWS,
    "engine": ("game/kernel/*.py", "game/crossword/*.py", "game/dispatch/*.py", "game/variants/*/rules/**/*.py"),
}
WORKERS = 2
MOST_SECONDS = 60.0
"""Of tests that a mutant meets in a part of them, by what they took when their lines were noted."""
TEXTS = ("tests/i18n",)
"""They read the sources: each text that is marked has its translation."""
CAUGHT, SURVIVED, UNMET, TOO_LONG = "caught", "survived", "met no test", "too long"


@dataclass(frozen=True)
class Mutant:
    """A file with one change."""

    target: str
    file: str
    number: int
    before: str
    after: str

    @property
    def name(self) -> str:
        return f"{self.file}#{self.number}"

    def lines(self) -> set[int]:
        """The changed lines, and with each the statement that it is a part of; of a function's head, the body."""
        old, new = self.before.splitlines(), self.after.splitlines()
        blocks = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        spans = [range(begin + 1, max(end, begin + 1) + 1) for tag, begin, end, *_ in blocks if tag != "equal"]
        tree = ast.parse(self.before)
        return {line for span in spans for changed in span for line in _statement(tree, changed)}

    def difference(self) -> str:
        """As `diff -u` prints it."""
        old, new = self.before.splitlines(), self.after.splitlines()
        return "\n".join(difflib.unified_diff(old, new, self.name, self.name, n=2, lineterm=""))


class _Everywhere(MutationVisitor):
    """In decorated functions too: each mutant here is a file of its own, and no function of it is copied."""

    def _skip_node_and_children(self, node: libcst.CSTNode) -> bool:
        if isinstance(node, libcst.FunctionDef):
            return node.name.value in NEVER_MUTATE_FUNCTION_NAMES
        return super()._skip_node_and_children(node)


def main(arguments: Sequence[str]) -> None:
    """Draw, try, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**8))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--again", metavar="FILE#NUMBER", nargs="+", help="try these mutants instead")
    parser.add_argument("--tests", nargs="+", help="with these tests instead of those that reach them")
    asked = parser.parse_args(arguments)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="alfapower-mutants-") as folder:
        copies = [_copy(Path(folder) / str(number)) for number in range(WORKERS)]
        parts = [] if asked.tests else reached(copies)
        drawn = list(_named(asked.again) if asked.again else _drawn(asked.seed, asked.count))
        for copy in copies:  # with the database migrated, before anything is changed
            _pytest(copy, ("tests/services/test_drafts.py", *TEXTS), 600, True)
        _say(f"seed {asked.seed}: {len(drawn)} mutants drawn; {time.monotonic() - begun:.0f} s until here")
        free = in_turn(copies)
        with ThreadPoolExecutor(WORKERS) as threads:
            results = list(threads.map(lambda mutant: _try(mutant, free, parts, asked.tests), drawn))
    for mutant, (what, _) in zip(drawn, results, strict=True):
        if what != CAUGHT:
            _say(f"\n{what}:\n{mutant.difference()}")
    _say("\n" + _table(drawn, [what for what, _ in results]))
    late = sum(why == TOO_LONG for _, why in results)
    _say(f"seed {asked.seed}: {time.monotonic() - begun:.0f} s in all; {late} of those caught took too long")


def _drawn(seed: int, count: int) -> Iterator[Mutant]:
    """So many in all, as many of each target as of any other."""
    lot = random.Random(seed)  # nosec B311  # no secret
    for index, target in enumerate(TARGETS):
        places = [(file, number) for file in _files(target) for number in range(len(_changes(file)[1]))]
        share = count // len(TARGETS) + (index < count % len(TARGETS))
        _say(f"{target}: {share} of {len(places)} mutants")
        for file, number in sorted(lot.sample(places, min(share, len(places)))):
            yield _mutant(target, file, number)


def _named(names: Sequence[str]) -> Iterator[Mutant]:
    for name in names:
        file, number = name.split("#")
        yield _mutant(next(target for target in TARGETS if file in _files(target)), file, int(number))


def _files(target: str) -> list[str]:
    """What belongs to a target and to no earlier one."""
    found = {path.relative_to(ROOT).as_posix() for form in TARGETS[target] for path in ROOT.glob(form)}
    others = {path.relative_to(ROOT).as_posix() for form in VIEWS for path in ROOT.glob(form)}
    return sorted(found if target == "views" else found - others)


def _changes(file: str) -> tuple[libcst.Module, list[tuple[libcst.CSTNode, libcst.CSTNode]]]:
    """The module, and what stands in a function of it with that which may take its place."""
    if file not in _known:
        code = (ROOT / file).read_text(encoding="utf-8")
        wrapped = MetadataWrapper(libcst.parse_module(code))
        visitor = _Everywhere(mutation_operators, get_ignored_lines(file, code, wrapped))
        wrapped.visit(visitor)
        changes = [
            (mutation.original_node, mutation.mutated_node)
            for mutation in visitor.mutations
            if isinstance(mutation.contained_by_top_level_function, libcst.FunctionDef)
        ]
        _known[file] = wrapped.module, changes
    return _known[file]


_known: dict[str, tuple[libcst.Module, list[tuple[libcst.CSTNode, libcst.CSTNode]]]] = {}


def _mutant(target: str, file: str, number: int) -> Mutant:
    module, changes = _changes(file)
    changed = module.deep_replace(*changes[number])
    assert isinstance(changed, libcst.Module)
    return Mutant(target, file, number, module.code, changed.code)


def _statement(tree: ast.Module, line: int) -> range:
    """The lines of the smallest statement on that line without those in it: `if` and its condition. What stands in the
    head of a function is judged by whoever runs the function."""
    around = [
        node for node in ast.walk(tree) if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    one = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)))
    inner = getattr(one, "body", None)
    if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
        return range(one.body[0].lineno, (one.end_lineno or 0) + 1)
    return range(one.lineno, inner[0].lineno if inner else (one.end_lineno or 0) + 1)


def _copy(copy: Path) -> Path:
    """The sources there, with what the site has compiled of word lists."""
    copy_sources(copy)
    for folder in ("benchmarks", "examples"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    if (ROOT / "var" / "lexicons").is_dir():
        shutil.copytree(ROOT / "var" / "lexicons", copy / "var" / "lexicons")
    return copy


def _try(
    mutant: Mutant, free: "SimpleQueue[Path]", parts: Sequence[Reached], tests: Sequence[str] | None
) -> tuple[str, str]:
    """What came of a mutant, and by which test."""
    begun = time.monotonic()
    copy = free.get()
    changed = copy / mutant.file
    as_it_was = changed.stat().st_mtime
    changed.write_text(mutant.after, encoding="utf-8")
    moment = as_it_was + 10 * (mutant.number + 1)  # bytecode is told apart by size and second
    os.utime(changed, (moment, moment))
    what, why = UNMET, ""
    for options, chosen, seconds in _choices(mutant, parts, tests):
        if chosen and what != CAUGHT:
            why = _pytest(copy, (*options, *chosen), 30 + 2 * seconds)
            what = CAUGHT if why else what if chosen == [*TEXTS] else SURVIVED
    changed.write_text(mutant.before, encoding="utf-8")
    os.utime(changed, (as_it_was, as_it_was))
    free.put(copy)
    _say(f"{what:<12} {mutant.name}  {time.monotonic() - begun:.0f} s  {why}")
    return what, why


def _choices(
    mutant: Mutant, parts: Sequence[Reached], tests: Sequence[str] | None
) -> Iterator[tuple[Sequence[str], list[str], float]]:
    """Options, tests, and what they take: part by part those that reach the mutant, as many as there is time for, and
    those of texts."""
    if tests:
        yield (), list(tests), MOST_SECONDS
        return
    lines = mutant.lines()
    for part in parts:
        chosen: list[str] = []
        seconds = 0.0
        for test in part.tests(mutant.file, lines):
            if chosen and seconds + part.seconds[test] > MOST_SECONDS:
                break
            chosen.append(test)
            seconds += part.seconds[test]
        yield part.options, chosen, seconds
    if any(line.startswith(("-", "+")) and '"' in line for line in mutant.difference().splitlines()[2:]):
        yield (), [*TEXTS], MOST_SECONDS


def _pytest(copy: Path, arguments: Sequence[str], most_seconds: float, must_pass: bool = False) -> str:
    """The first that failed, again too, or what went wrong before any; nothing if all passed."""
    order = copy / "tests_to_run"
    order.write_text("\n".join(arguments) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "--reruns", "1", "--tb=short", *PLAIN, f"@{order}"]
    output = copy / "output"
    with output.open("w") as file:
        run = subprocess.Popen(
            command, cwd=copy, env=environment(copy) | {ORDER: str(order)}, stdout=file, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        try:
            code = run.wait(most_seconds)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)  # and what its tests have started
            run.wait()
    told = output.read_text(encoding="utf-8", errors="replace")
    if must_pass and code != 0 or code == 5:  # 5: no such tests
        raise RuntimeError(told[-3000:])
    if code is None or "Timeout (" in told:  # as faulthandler says it
        return TOO_LONG
    failed = [line for line in told.splitlines() if line.startswith(FAULTS)]
    return (failed[0][:150] if failed else f"exit {code}") if code else ""


def _table(drawn: Sequence[Mutant], results: Sequence[str]) -> str:
    counts = Counter(zip((mutant.target for mutant in drawn), results, strict=True))
    lines = [f"{'target':<8} {'drawn':>6} {CAUGHT:>7} {SURVIVED:>9} {UNMET:>12}"]
    for target in TARGETS:
        caught, survived, unmet = (counts[target, what] for what in (CAUGHT, SURVIVED, UNMET))
        lines.append(f"{target:<8} {caught + survived + unmet:>6} {caught:>7} {survived:>9} {unmet:>12}")
    return "\n".join(lines)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
