"""Whether the tests notice a mutant.

Most mutants change the body of a function. For these the tests are collected and the database is made once; each
mutant is then a child of that process, in which the changed body takes the place of the original. What is done when
modules are loaded (constants, tables, fields) needs a process in which nothing of the project is loaded yet.
"""

import gc
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from coverage import Coverage

from tests.mutation.children import Work, outcomes, silence
from tests.mutation.coverage import Reach, measure, measuring, remembering
from tests.mutation.mutants import Mutant

PYTEST = ("-q", "-p", "no:cacheprovider", "--hypothesis-profile=mutation")
LONGEST_MEASURING = 1800
SURVIVED, NEVER_RUN, NOT_ALIVE = "survived", 64, 65
NAMES = {0: SURVIVED, 1: "killed", None: "hung", NEVER_RUN: "never run", NOT_ALIVE: "not alive"}
NOTICED = ("killed", "hung")


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant of a module, which is a file of the project."""

    file: Path
    mutant: Mutant


Tell = Callable[[Trial, str], None]


@dataclass(frozen=True, slots=True)
class Bench:
    """Where mutants are tried: a folder, how many at a time, and how many seconds of tests each may take."""

    folder: Path
    jobs: int
    patience: float

    @property
    def reach(self) -> Path:
        return self.folder / "reach.json"

    @property
    def database(self) -> Path:
        return self.folder / "empty.sqlite3"

    def enough(self, tests: Iterable[str], seconds: dict[str, float]) -> list[str]:
        """The first tests, as many as one mutant may take; one at least."""
        chosen: list[str] = []
        for test in tests:
            if chosen and sum(seconds[one] for one in [*chosen, test]) > self.patience:
                break
            chosen.append(test)
        return chosen

    def judge(self, planned: Iterable[tuple[Trial, Work, int]]) -> Iterator[tuple[Trial, str]]:
        """Try mutants, each by its work and for so many seconds; gives what came of each."""
        for trial, code in outcomes(planned, self.jobs):
            yield trial, NAMES.get(code, f"broke the runner ({code})")


def in_one_process(bench: Bench, tests: Sequence[str], trials: Sequence[Trial], tell: Tell) -> int:
    """Measure the reach of the tests, and try mutants of functions. To be called in a process of its own."""
    silence()
    loading = measuring({str(trial.file) for trial in trials})
    loading.start()
    return int(pytest.main([*PYTEST, *tests], plugins=[InOneProcess(bench, loading, trials, tell)]))


class InOneProcess:
    """A plugin for pytest: collects the tests, and tries mutants instead of running them."""

    def __init__(self, bench: Bench, loading: Coverage, trials: Sequence[Trial], tell: Tell) -> None:
        self.bench, self.loading, self.trials, self.tell = bench, loading, trials, tell

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.loading.stop()
        if session.testsfailed or len(session.items) < 2:
            pytest.exit("these tests cannot be collected")
        # The first test that wants a database makes it, for all that come after.
        wants = [item for item in session.items if item.get_closest_marker("django_db")]
        self.opening = (wants or session.items)[0]
        other = next(item for item in session.items if item is not self.opening)
        self.opening.config.hook.pytest_runtest_protocol(item=self.opening, nextitem=other)
        if wants:
            _leave_the_database(self.bench.database)
        self._measure(session)
        for cache in remembering():
            cache.cache_clear()
        reach = Reach.load(self.bench.reach)
        for trial, outcome in self.bench.judge(self._planned(session, reach)):
            # What was done already, while loading, was done by the original.
            early = outcome not in NOTICED and reach.loads(str(trial.file), trial.mutant)
            self.tell(trial, NAMES[NOT_ALIVE] if early else outcome)
        return True

    def _measure(self, session: pytest.Session) -> None:
        def work() -> int:
            _take_a_database(self.bench.database)
            files = sorted({str(trial.file) for trial in self.trials})
            measure(session, files, self.loading).save(self.bench.reach)
            return 0

        ((_, code),) = outcomes([("reach", work, LONGEST_MEASURING)], 1)
        if code != 0:
            pytest.exit(f"the reach of the tests cannot be measured ({code})")

    def _planned(self, session: pytest.Session, reach: Reach) -> Iterator[tuple[Trial, Work, int]]:
        items = {item.nodeid: item for item in session.items}
        functions = [thing for thing in gc.get_objects() if type(thing) is FunctionType]
        alive = [function for function in functions if function.__code__.co_filename in reach.tests]
        gc.freeze()  # so that no child copies all of memory by counting it
        for trial in self.trials:
            if not trial.mutant.in_function:
                continue
            tests = self.bench.enough(reach.of_change(str(trial.file), trial.mutant), reach.seconds)

            def work(trial: Trial = trial, tests: list[str] = tests) -> int:
                if not tests:
                    return NEVER_RUN
                if not _replaced(trial, alive):
                    return NOT_ALIVE
                own = _take_a_database(self.bench.database)
                code = _run(session, [self.opening, *(items[test] for test in tests)])
                for file in own.parent.glob(f"{own.name}*"):
                    file.unlink()
                return code

            yield trial, work, 10 + 3 * int(sum(reach.seconds[test] for test in tests))


def _run(session: pytest.Session, items: Sequence[pytest.Item]) -> int:
    # Nothing of the session is taken down: the process ends anyway.
    for item, following in zip(items, [*items[1:], items[0]], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return 1
    return 0


def _leave_the_database(copy: Path) -> None:
    from django.db import connection

    connection.close()
    shutil.copy(connection.settings_dict["NAME"], copy)


def _take_a_database(copy: Path) -> Path:
    """Give this process a database of its own; where it is."""
    from django.db import connection

    own = copy.with_name(f"{os.getpid()}.sqlite3")
    if copy.exists():
        shutil.copy(copy, own)
    connection.settings_dict["NAME"] = str(own)
    return own


def _replaced(trial: Trial, alive: Iterable[FunctionType]) -> bool:
    """Put the changed bodies into the functions that are alive; False where none is, or where they do not fit."""
    file = str(trial.file)
    original = compile(trial.file.read_text(encoding="utf-8"), file, "exec", dont_inherit=True)
    changed = dict(_differences(original, trial.mutant.code))
    found = False
    for function in alive:
        if function.__code__.co_filename == file and function.__code__ in changed:
            try:
                function.__code__ = changed[function.__code__]
            except ValueError:  # it uses another number of the names around it
                return False
            found = True
    return found


def _differences(original: CodeType, changed: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    after: dict[tuple[str, int], list[CodeType]] = {}
    for code in _bodies(changed):
        after.setdefault((code.co_qualname, code.co_firstlineno), []).append(code)
    for code in _bodies(original):
        same_place = after.get((code.co_qualname, code.co_firstlineno))
        if same_place and (other := same_place.pop(0)) != code:
            yield code, other


def _bodies(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _bodies(constant)


def from_the_start(bench: Bench, trials: Iterable[Trial], tell: Tell) -> None:
    """Try mutants of what is done when modules are loaded."""
    reach = Reach.load(bench.reach)

    def planned() -> Iterator[tuple[Trial, Work, int]]:
        for trial in trials:
            order = bench.enough(reach.of_module(str(trial.file)), reach.seconds)

            def work(trial: Trial = trial, order: list[str] = order) -> int:
                silence()
                _load_instead(trial)
                files = sorted({test.partition("::")[0] for test in order})
                quick = ("-x", "--reuse-db", "--nomigrations")
                try:
                    return min(int(pytest.main([*PYTEST, *quick, *files], plugins=[FromTheStart(bench, order)])), 1)
                except Exception:  # the site cannot be set up with it
                    return 1

            yield trial, work, 30 + 3 * int(sum(reach.seconds[test] for test in order))

    for trial, outcome in bench.judge(planned()):
        tell(trial, outcome)


class FromTheStart:
    """A plugin for pytest: runs chosen tests in a given order, on a database that is there already."""

    def __init__(self, bench: Bench, order: Sequence[str]) -> None:
        self.bench, self.order = bench, order

    def pytest_sessionstart(self) -> None:
        from django.conf import settings

        if self.bench.database.exists():
            shutil.copy(self.bench.database, settings.DATABASES["default"]["TEST"]["NAME"])

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        by_id = {item.nodeid: item for item in items}
        items[:] = [by_id[test] for test in self.order if test in by_id]


def _load_instead(trial: Trial) -> None:
    """Let a module that is not loaded yet be the mutant."""
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return trial.mutant.code if loader.path == str(trial.file) else usual(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
