"""Mutants that nothing can tell from the original, each with the reason. A run counts them and prints them no more.

A mutant is known by its module, how the line begins on which it stands, and what is changed there. An entry that fits
no mutant any longer is a defect (`tests/site/test_equivalent_mutants.py`): code has changed, and the reason has to be
thought over.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Alike:
    """A mutant as `file`, how the `line` begins, and `change`; and the `reason` why no test can notice it."""

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
        "game/services/replays.py",
        "MOST_REMEMBERED = 16",
        "16  →  17",
        "A figure of tuning: a story that is forgotten is told again.",
    ),
    Alike(
        "game/kernel/refusals.py",
        "super().__init__(code.value)",
        "super().__init__(code.value)  →  ...",
        "An exception keeps its arguments before it is initialised, and the text of both is the same.",
    ),
    Alike(
        "game/kernel/actions.py",
        'do, bound, origin = "credit", False, Origin.SITE',
        "False  →  True",
        "A credit is applied for the seat that is on turn, and touches both.",
    ),
    *(
        Alike(
            f"game/variants/alfapower/items/{file}.py",
            line,
            f"{order}  →  {order + 1}",
            "Only the order of the shop counts.",
        )
        for file, line, order in (
            ("swap", "order=10,", 10),
            ("fortify", "order=20,", 20),
            ("claim", "order=30,", 30),
            ("blast", "order=40,", 40),
            ("bonus_squares", '_places("d", "place_dl", 50,', 50),
            ("bonus_squares", '_places("t", "place_tl", 60,', 60),
            ("bonus_squares", '_places("D", "place_dw", 70,', 70),
            ("bonus_squares", '_places("T", "place_tw", 80,', 80),
        )
    ),
)


def known(file: str, line: str, change: str) -> Alike | None:
    """The entry that a mutant fits, if there is one."""
    fits = (one for one in ALIKE if (one.file, one.change) == (file, change) and line.strip().startswith(one.line))
    return next(fits, None)
