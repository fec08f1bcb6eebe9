"""Tunes Python's garbage collection for a process that holds thousands of pages.

A full collection takes a tenth of a second with a site loaded, and a burst of sockets triggered one every few dozen of
them: a third of what opening them cost. So objects that exist once the site is loaded are never examined again, and
later ones less often: a few megabytes of garbage wait for it at most.
"""

import gc

THRESHOLDS = 20_000, 20, 20
"""Python's own are 700, 10, 10."""


def look_for_it_seldom() -> None:
    """To be called when everything is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
