"""How each game is shown. Every folder here whose module `shown` has `SHOWN` adds its own: there is no list to edit."""

import importlib
import pkgutil
from collections.abc import Mapping
from typing import NoReturn

from game.shown.base import Shown
from game.variants import UnknownGame


class _Games(dict[str, Shown]):
    def __missing__(self, key: str) -> NoReturn:
        raise UnknownGame(key)


def _found() -> Mapping[str, Shown]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    games = [importlib.import_module(f"{__name__}.{name}.shown").SHOWN for name in names]
    return _Games((shown.key, shown) for shown in games)


SHOWN: Mapping[str, Shown] = _found()
"""How a game is shown, by its key. Asked for one that there is not, it raises UnknownGame."""


def is_on_paper(variant: str) -> bool:
    """Whether a game that is offered has a page for those who play it on paper."""
    return SHOWN[variant].paper is not None


__all__ = ["SHOWN", "Shown", "is_on_paper"]
