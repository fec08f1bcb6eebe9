"""Do the tests notice small faults?  python -m tests.mutation.run engine|door|views [--sample 100] [--only wire]

Changes one thing in one module at a time and runs the tests that run what was changed, the fastest first, until one
fails. Prints the survivors; read each one: either nothing can tell it from the original (then it goes to
equivalent.py with the reason), or a test is missing. How it works and what came of it is in docs/mutation.md. Never
part of the ordinary tests.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.mutation.children import outcomes
from tests.mutation.equivalent import known
from tests.mutation.mutants import mutant, sites
from tests.mutation.trials import NAMES, NOT_ALIVE, SURVIVED, Bench, Trial, from_the_start, in_one_process

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 24 * 3600
TARGETS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    # modules, those of them left to another target, tests
    "engine": (
        (
            "game/kernel/*.py",
            "game/crossword/*.py",
            "game/variants/*/*.py",
            "game/variants/*/items/*.py",
            "game/rules/*.py",
        ),
        ("view", "ledger"),
        ("tests/rules", "tests/records", "tests/services", "tests/model/test_regressions.py", "tests/screen"),
    ),
    "door": (
        ("game/services/*.py", "game/match/wire.py", "game/match/views.py", "game/live/screens.py"),
        (),
        (
            "tests/services",
            "tests/realtime",
            "tests/screen",
            "tests/lobby",
            "tests/accounts",
            "tests/protocol/test_bad_input.py",
        ),
    ),
    "views": (
        ("game/variants/*/view.py", "game/variants/*/ledger.py", "game/live/panels.py"),
        (),
        ("tests/rules/tables", "tests/services", "tests/realtime", "tests/screen"),
    ),
}


def main() -> None:
    """Try a target's mutants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--sample", type=int, default=0, help="so many mutants, drawn by lot (0: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only mutants at a place (file:line) that holds this")
    parser.add_argument("--jobs", type=int, default=2, help="so many mutants at a time")
    parser.add_argument("--patience", type=float, default=60, help="so many seconds of tests for one mutant, at most")
    parser.add_argument("--tests", nargs="*", default=(), help="these tests instead of all of the target's")
    asked = parser.parse_args()
    trials = _trials(asked.target, asked.only)
    all_there_are, begun = len(trials), time.monotonic()
    if asked.sample:
        trials = random.Random(asked.seed).sample(trials, min(asked.sample, all_there_are))
    _prepare()
    with tempfile.TemporaryDirectory(prefix="alfapower-mutants-") as folder:
        tempfile.tempdir = folder
        counts = _try(Bench(Path(folder), asked.jobs, asked.patience), trials, asked.tests or TARGETS[asked.target][2])
    took = time.monotonic() - begun
    sys.stdout.write(f"{len(trials)} of {all_there_are} mutants, {dict(counts)}, {took:.0f} s\n")


def _trials(target: str, only: str) -> list[Trial]:
    patterns, others, _ = TARGETS[target]
    files = [path for pattern in patterns for path in sorted(ROOT.glob(pattern)) if path.stem not in others]
    sources = {path: path.read_text(encoding="utf-8") for path in files}
    trials = [Trial(path, mutant(text, site, str(path))) for path, text in sources.items() for site in sites(text)]
    return [trial for trial in trials if only in _place(trial)]


def _place(trial: Trial) -> str:
    return f"{trial.file.relative_to(ROOT)}:{trial.mutant.lines.start}"


def _is_alike(trial: Trial) -> bool:
    line = trial.file.read_text(encoding="utf-8").splitlines()[trial.mutant.lines.start - 1]
    return known(str(trial.file.relative_to(ROOT)), line, trial.mutant.change) is not None


def _prepare() -> None:
    """Load what is no part of the project, so that each child begins with it."""
    os.chdir(ROOT)
    os.environ.update(ORACLE_MATCHES="50", DJANGO_SETTINGS_MODULE="alfapower.settings", ALFAPOWER_TEST_PART="embedded")
    import channels.testing
    import django.contrib.admin
    import django.db.models
    import django.test
    import factory
    from hypothesis import Phase, settings

    _ = channels, django, factory
    found_is_enough = [Phase.explicit, Phase.generate]
    settings.register_profile("mutation", phases=found_is_enough, database=None, deadline=None, derandomize=True)


def _try(bench: Bench, trials: list[Trial], tests: Sequence[str]) -> Counter[str]:
    """Try mutants and print those that survive; gives how many came to what."""
    speak, notes = os.fdopen(os.dup(1), "w", buffering=1), bench.folder / "outcomes"
    numbers = {id(trial): number for number, trial in enumerate(trials)}

    def tell(trial: Trial, outcome: str) -> None:
        if outcome == SURVIVED and _is_alike(trial):
            outcome = "alike"
        with notes.open("a") as file:
            file.write(f"{numbers[id(trial)]} {outcome}\n")
        if outcome not in ("killed", "alike", NAMES[NOT_ALIVE]):
            speak.write(f"{outcome}: {_place(trial)}  {trial.mutant.change}\n")

    ((_, code),) = outcomes([(None, lambda: in_one_process(bench, tests, trials, tell), LONGEST)], 1)
    if code != 0:
        sys.exit(f"the tests cannot be tried without any mutant ({code})")
    tried, not_yet = _outcomes(notes), NAMES[NOT_ALIVE]
    from_the_start(bench, [trial for n, trial in enumerate(trials) if tried.get(n, not_yet) == not_yet], tell)
    return Counter(_outcomes(notes).values())


def _outcomes(notes: Path) -> dict[int, str]:
    """What came of each mutant, by its number; the last that was noted."""
    lines = notes.read_text().splitlines() if notes.exists() else []
    return {int(number): outcome for number, _, outcome in (line.partition(" ") for line in lines)}


if __name__ == "__main__":
    main()
