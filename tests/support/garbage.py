"""A plugin of pytest: Python looks for garbage seldom, as in a process of the site.

A worker holds thousands of tests, all of which it looked through again and again: a seventh of the processor that
collecting them took, and a tenth of what many a test did.
"""

import gc

from alfapower.processes.garbage import THRESHOLDS


def pytest_configure() -> None:
    """What is loaded and collected is there to stay: none of it is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From now on it looks through what tests make, and through nothing else."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()
