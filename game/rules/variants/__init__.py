"""The games of the platform. Every module of this package that has `VARIANT` adds its own: there is no list to edit."""

import importlib
import pkgutil
from collections.abc import Mapping

from game.rules.variants.base import Handler, Variant


def _found() -> Mapping[str, Variant]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != "base")
    variants = [importlib.import_module(f"{__name__}.{name}").VARIANT for name in names]
    return {variant.key: variant for variant in variants}


VARIANTS: Mapping[str, Variant] = _found()
"""Every game by its key."""

__all__ = ["VARIANTS", "Handler", "Variant"]
