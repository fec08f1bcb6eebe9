"""A plugin of pytest (`-p benchmarks.reaching_tests`) for mutants.py: names the running test to coverage, writes what
each took, and runs the tests of a list in its order."""

import faulthandler
import json
import os
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path

import coverage
import pytest

SECONDS, ORDER = "REACHING_TESTS_SECONDS", "REACHING_TESTS_ORDER"
"""Variables: the file for what each test that passed took; the file of the tests to run, the first first."""
LONGEST_SECONDS = 40
"""Of one test of a mutant. What a fault has waiting for good ends with its process."""
_uncaptured = os.dup(sys.stderr.fileno())
_taken: dict[str, float] = {}
_not_passed: set[str] = set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """What a test's fixtures run counts as its own, and what an earlier test has left in a cache is done again. A test
    of a mutant has LONGEST_SECONDS."""
    measured = coverage.Coverage.current()
    if measured:
        for cached in _caches():
            cached.cache_clear()
        measured.switch_context(item.nodeid)
    elif os.environ.get(ORDER):
        faulthandler.dump_traceback_later(LONGEST_SECONDS, exit=True, file=_uncaptured)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _caches() -> "Iterator[_lru_cache_wrapper[object]]":
    """Of the modules that may be changed."""
    for name, module in list(sys.modules.items()):
        if name.startswith("game."):
            yield from (value for value in vars(module).values() if isinstance(value, _lru_cache_wrapper))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count a test's preparation in; remember which did not pass."""
    _taken[report.nodeid] = _taken.get(report.nodeid, 0.0) + report.duration
    if not report.passed:
        _not_passed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write what the tests that passed took."""
    if os.environ.get(SECONDS):
        passed = {test: round(seconds, 4) for test, seconds in _taken.items() if test not in _not_passed}
        Path(os.environ[SECONDS]).write_text(json.dumps(passed))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The order of the file, whatever the folders."""
    if os.environ.get(ORDER):
        place = {test: number for number, test in enumerate(Path(os.environ[ORDER]).read_text().splitlines())}
        items.sort(key=lambda item: place.get(item.nodeid, len(place)))
