"""How each game is shown on its pages.

Every folder here whose module `presentation` has `PRESENTATION` adds its own: there is no list to edit.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from typing import NoReturn

from game.presentation.base import Presentation
from game.variants import UnknownGame


class _Games(dict[str, Presentation]):
    def __missing__(self, key: str) -> NoReturn:
        raise UnknownGame(key)


def _found() -> Mapping[str, Presentation]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    games = [importlib.import_module(f"{__name__}.{name}.presentation").PRESENTATION for name in names]
    return _Games((shown.key, shown) for shown in games)


PRESENTATIONS: Mapping[str, Presentation] = _found()
"""How a game is shown, by its key. Asked for one that there is not, it raises UnknownGame."""


def is_on_paper(variant: str) -> bool:
    """Whether a game that is offered has a page for those who play it on paper."""
    return PRESENTATIONS[variant].paper is not None


__all__ = ["PRESENTATIONS", "Presentation", "is_on_paper"]
