"""Has this process forget what it keeps to be quick: what it drew, read or worked out before."""

import sys

from cachetools import Cache

from tests.support.project_files import ROOT
from ui.remembered import Memory


def forget_all() -> None:
    """As a process that has loaded everything and answered nobody."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None) or ""
        if not file.startswith(f"{ROOT}/") or "site-packages" in file:
            continue
        for kept in list(vars(module).values()):
            if isinstance(kept, Memory):
                kept.forget()
            elif isinstance(kept, Cache):
                kept.clear()
            elif callable(clear := getattr(kept, "cache_clear", None)):
                clear()
