"""The durations of a run of `manage.py test`: the seconds of each folder and the slowest tests, over all its parts.

tests/support/durations.py writes the file, a line per test: seconds (set-up, call and teardown; waiting included), a
tab, and its name.
"""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "TEST_DURATIONS"
"""Names the file to the processes that run the tests."""
SLOWEST = 20


def summary(file: Path, wall: float) -> str:
    """The lines to print at the end of a run that took `wall` seconds. Seconds of tests are those of workers, several
    of which run in parallel."""
    tests: defaultdict[str, float] = defaultdict(float)
    folders: defaultdict[str, float] = defaultdict(float)
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
        seconds, _, name = line.partition("\t")
        tests[name] += float(seconds)
        folders[name.split("/")[1]] += float(seconds)
    listed = ", ".join(f"{name} {seconds:.0f}" for name, seconds in longest_first(folders))
    slowest = "".join(f"\n  {seconds:6.1f}  {name}" for name, seconds in longest_first(tests)[:SLOWEST])
    return f"\nTests took {wall:.0f} s. Seconds of workers by folder: {listed}\nSlowest:{slowest}\n"


def longest_first(seconds: Mapping[str, float]) -> list[tuple[str, float]]:
    """The slowest tests, the slowest first."""
    return sorted(seconds.items(), key=lambda item: -item[1])
