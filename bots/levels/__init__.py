"""The bots' levels. Every module of this package that has `LEVEL` adds its own: there is no list to edit."""

import importlib
import pkgutil
from collections.abc import Mapping

from bots.levels.base import Level


def _found() -> Mapping[str, Level]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != "base")
    levels = [importlib.import_module(f"{__name__}.{name}").LEVEL for name in names]
    return {level.key: level for level in sorted(levels, key=lambda level: level.order)}


LEVELS: Mapping[str, Level] = _found()
"""Every level by its key, the calmest first."""

__all__ = ["LEVELS", "Level"]
