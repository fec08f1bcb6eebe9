"""How a run of the tests is put together: what it leaves out and says so, in which order, what may be tried again.

Nothing here knows Django: the rules are tested without it (`-p no:django`), everything else by
tests/support/django_process.py, which is loaded where pytest-django is.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support import durations, garbage, known_repeaters, needs, rerun_alone, run_length

TESTS = Path(__file__).parent
FIRST = ("architecture", "i18n")
"""What fails most often and costs least; within each rank pytest-randomly has mixed the tests by a printed seed."""


def pytest_configure(config: pytest.Config) -> None:
    # No test is about how long an example takes, or to think one up: on a busy machine anything does. The plain run
    # tries the same examples each time.
    slow = [HealthCheck.too_slow]
    settings.register_profile("house", deadline=None, suppress_health_check=slow, derandomize=not run_length.LONG)
    settings.load_profile("house")
    config.pluginmanager.register(rerun_alone)
    config.pluginmanager.register(garbage)
    config.pluginmanager.register(durations)
    if config.pluginmanager.hasplugin("django"):
        from tests.support import django_process

        config.pluginmanager.register(django_process)


def pytest_report_header() -> str:
    names = ", ".join(f"{name}={'yes' if need.is_there() else 'NO'}" for name, need in needs.NEEDS.items())
    return f"needs: {names}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the parts of `manage.py test` on SQLite what needs Postgres or Redis waits for the part on them, unmentioned;
    what is long waits for `.ci/long`, which the command says."""
    known_repeaters.mark(items)
    part = os.environ.get("ALFAPOWER_TEST_PART")
    if not part:
        return
    left_out = {"needs_postgres", "needs_redis"} if part == "embedded" else set()
    if not run_length.LONG:
        left_out.add("long")
    later = {item for item in items if left_out & {marker.name for marker in item.iter_markers()}}
    config.hook.pytest_deselected(items=list(later))
    items[:] = [item for item in items if item not in later]
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    """The place of a test's folder in FIRST; all others come after them."""
    folder = item.path.relative_to(TESTS).parts[0]
    return FIRST.index(folder) if folder in FIRST else len(FIRST)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in sorted({marker.name for marker in item.iter_markers()}):
        if marker.startswith("needs_"):
            needs.require(marker.removeprefix("needs_"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for reason, count in sorted(_skipped(terminalreporter)):
        terminalreporter.write_line(f"NOT RUN: {count} test(s), {reason.removeprefix('Skipped: ')}", yellow=True)


def _skipped(terminalreporter: pytest.TerminalReporter) -> Iterator[tuple[str, int]]:
    yield from Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", [])).items()
