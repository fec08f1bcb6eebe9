"""The stack of a program that measures, on a data folder of its own; what it wrote last is told if anything fails."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def started(game: str, **processes: int) -> Iterator[Any]:
    """A running stage (benchmarks/load/stage.py) for that game; call it before anything of Django is imported."""
    with tempfile.TemporaryDirectory(prefix="alfapower-benchmark-") as folder:
        for variable in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(variable, None)
        os.environ |= {"ALFAPOWER_DATA": folder, "SECRET_KEY": "x" * 50}
        os.environ["DJANGO_SETTINGS_MODULE"] = "alfapower.settings"
        import django

        django.setup()
        from benchmarks.load.stage import stage

        with stage(game, **processes) as running:
            try:
                yield running
            except BaseException:
                sys.stderr.write("\n".join(running.site.lines[-40:]) + "\n")
                raise
