"""The power-ups. Every module of this package that has `ITEMS` adds its own: there is no list to edit."""

import importlib
import pkgutil
from collections.abc import Mapping

from game.variants.alfapower.rules.items.base import Item


def _found() -> Mapping[str, Item]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != "base")
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    items = sorted((item for module in modules for item in module.ITEMS), key=lambda item: item.order)
    return {item.key: item for item in items}


ITEMS: Mapping[str, Item] = _found()
"""Every item by its key, in shop order."""

__all__ = ["ITEMS", "Item"]
