"""`python -m tests.support.stepped_clock SECONDS …`: daphne with these arguments, in a process whose wall clock is so
far from the true one. Its steady clock goes on as everybody's.
"""

import sys
import time
from datetime import timedelta

from django.utils import timezone


def step(seconds: int) -> None:
    """Step the clocks that Python code reads: time.time, time.time_ns and Django's now."""
    real, real_ns, real_now = time.time, time.time_ns, timezone.now
    time.time = lambda: real() + seconds
    time.time_ns = lambda: real_ns() + seconds * 1_000_000_000
    timezone.now = lambda: real_now() + timedelta(seconds=seconds)


if __name__ == "__main__":
    step(int(sys.argv.pop(1)))
    from daphne.cli import CommandLineInterface

    CommandLineInterface.entrypoint()
