"""The games of the platform, a folder each. Every folder whose module `variant` has `VARIANT` adds its own: there is no
list to edit.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from typing import NoReturn

from game.kernel.variant import Handler, Variant


class UnknownGame(LookupError):
    """There is no game of that key."""

    def __init__(self, key: object) -> None:
        super().__init__(f"there is no game called {str(key)[:40]!r}")
        self.key = key


class _Games(dict[str, Variant]):
    def __missing__(self, key: str) -> NoReturn:
        raise UnknownGame(key)


def _found() -> Mapping[str, Variant]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    variants = [importlib.import_module(f"{__name__}.{name}.variant").VARIANT for name in names]
    return _Games((variant.key, variant) for variant in variants)


VARIANTS: Mapping[str, Variant] = _found()
"""Every game by its key. Asked for one that there is not, it raises UnknownGame."""

__all__ = ["VARIANTS", "Handler", "UnknownGame", "Variant"]
