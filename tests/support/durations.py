"""A plugin of pytest: writes what each test took into the file that TEST_DURATIONS names, for the end of
`manage.py test` (its set-up, call and teardown together; a worker's seconds, waiting included)."""

import os
from collections import defaultdict
from pathlib import Path

import pytest

VARIABLE = "TEST_DURATIONS"


class _Taken:
    seconds: defaultdict[str, float] = defaultdict(float)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Where workers run the tests, their reports come to the process that started them: it alone counts."""
    if os.environ.get(VARIABLE) and "PYTEST_XDIST_WORKER" not in os.environ:
        _Taken.seconds[report.nodeid] += report.duration


def pytest_sessionfinish() -> None:
    """Added to what the parts before this one have written."""
    if _Taken.seconds:
        with Path(os.environ[VARIABLE]).open("a", encoding="utf-8") as file:
            file.writelines(f"{seconds:.3f}\t{name}\n" for name, seconds in _Taken.seconds.items())
