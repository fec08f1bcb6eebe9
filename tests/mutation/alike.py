"""Mutants that nothing can tell from the original, each with the reason. A run counts them and prints them no more.

A mutant is known by its module, the line on which it begins, and what is changed there. An entry that fits no mutant
any longer is a defect (`tests/house/test_alike.py`): code has changed, and the reason has to be thought over.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Alike:
    """A mutant as `file`, text of the `line`, and `change`; and the `reason` why no test can notice it."""

    file: str
    line: str
    change: str
    reason: str


ALIKE = (
    Alike(
        "game/services/clock.py",
        "return time.monotonic() - _measured_at > MEASURED_EVERY_SECONDS",
        "time.monotonic() - _measured_at > MEASURED_EVERY_SECONDS  →  "
        "time.monotonic() - _measured_at >= MEASURED_EVERY_SECONDS",
        "A figure of tuning, and a moment that a clock of nanoseconds does not hit.",
    ),
    Alike(
        "game/services/enforcement.py",
        "MOST_A_SWEEP = 200",
        "200  →  201",
        "A figure of tuning: the rest waits a second for the next sweep.",
    ),
    Alike(
        "game/services/outages.py",
        "_ONLY = 1",
        "1  →  2",
        "The key of the one row there is.",
    ),
    Alike(
        "game/services/stories.py",
        "MOST_REMEMBERED = 16",
        "16  →  17",
        "A figure of tuning: a story that is forgotten is told again.",
    ),
)

KNOWN = frozenset((one.file, one.line, one.change) for one in ALIKE)
