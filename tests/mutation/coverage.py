"""Which tests run which lines, and how many seconds of the processor each takes: measured once, before the mutants."""

import gc
import json
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest
from coverage import Coverage

from tests.mutation.mutants import Mutant


@dataclass(frozen=True, slots=True)
class Reach:
    """`seconds` of each test that passes (by its node id), `tests` of a file (its path) by line (a text), and the
    lines of a file that run when modules and tests are `loaded`."""

    seconds: dict[str, float]
    tests: dict[str, dict[str, list[str]]]
    loaded: dict[str, list[int]]

    def of_change(self, file: str, mutant: Mutant) -> list[str]:
        """The tests that run what was changed, those that may soon notice it first."""
        # A part of a statement may have no line of its own.
        return self._in_order(self._on(file, mutant.lines) or self._on(file, mutant.statement))

    def of_module(self, file: str) -> list[str]:
        """All tests, first those that run anything of a module."""
        near = {test for tests in self.tests[file].values() for test in tests}
        return [*self._in_order(near), *self._in_order(self.seconds.keys() - near)]

    def loads(self, file: str, mutant: Mutant) -> bool:
        """Whether what was changed also runs before any test does."""
        return not set(mutant.statement).isdisjoint(self.loaded[file])

    def _on(self, file: str, lines: range) -> set[str]:
        return {test for line in lines for test in self.tests[file].get(str(line), ())}

    def _in_order(self, tests: Iterable[str]) -> list[str]:
        """The fastest first; but a case of each test function, before the second case of any."""
        fastest = sorted(self.seconds.keys() & set(tests), key=lambda test: (self.seconds[test], test))
        cases: Counter[str] = Counter()
        turns = {}
        for test in fastest:
            function = test.partition("[")[0]
            turns[test] = cases[function]
            cases[function] += 1
        return sorted(fastest, key=turns.__getitem__)

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> "Reach":
        return cls(**json.loads(path.read_text(encoding="utf-8")))


def measuring(files: Iterable[str]) -> Coverage:
    """What notes the lines of the files that are run while it is started."""
    return Coverage(data_file=None, config_file=False, include=list(files))


def measure(session: pytest.Session, files: Iterable[str], loading: Coverage) -> Reach:
    """Run the tests of a session, and note what each of them runs; `loading` has noted what their loading did."""
    coverage, seconds, items, caches = measuring(files), {}, session.items, remembering()
    coverage.start()
    for item, following in zip(items, [*items[1:], None], strict=True):
        for cache in caches:
            cache.cache_clear()
        failed, begun = session.testsfailed, time.process_time()
        coverage.switch_context(item.nodeid)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed == failed:
            seconds[item.nodeid] = round(time.process_time() - begun, 4)
    coverage.stop()
    return Reach(
        seconds,
        {file: coverage.get_data().contexts_by_lineno(file) for file in files},
        {file: loading.get_data().lines(file) or [] for file in files},
    )


def remembering() -> list[_lru_cache_wrapper]:
    """What the game remembers of earlier calls; a test would not run again what an earlier one ran."""
    # By type(), since isinstance() would wake what is lazy.
    return [one for one in gc.get_objects() if type(one) is _lru_cache_wrapper and "game." in one.__module__]
