"""The games of the platform: a package each, with the subpackages `rules`, `screens`, and `bot` where bots play it.

There is no list to edit. Each subpackage is discovered where it is needed: the rules here, the screens by
`game/presentation`, the bot by `bots/games`. No other is imported by that.
"""

import importlib
import importlib.util
import pkgutil
from collections.abc import Mapping
from types import ModuleType
from typing import Any, NoReturn, TypeVar

from game.kernel.variant import Handler, Variant

Entry = TypeVar("Entry")

FOLDERS: tuple[str, ...] = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))
"""The names of the folders, which are the keys of the games."""


class UnknownGame(LookupError):
    """There is no game of that key."""

    def __init__(self, key: object) -> None:
        super().__init__(f"there is no game called {str(key)[:40]!r}")
        self.key = key


class Games(dict[str, Entry]):
    """What each game brings, by its key. Asked for a game that there is not, it raises UnknownGame."""

    def __missing__(self, key: str) -> NoReturn:
        raise UnknownGame(key)


def module_of(key: str, name: str) -> ModuleType | None:
    """A module of a game's folder by its name there ("bot.hint"); None where the game has none, or there is no such
    game."""
    path = f"{__name__}.{key}.{name}"
    return importlib.import_module(path) if has_module(key, name) else None


def has_module(key: str, name: str) -> bool:
    """Whether a game's folder has a module of that name, without loading it."""
    room = name.partition(".")[0]
    if key not in FOLDERS or importlib.util.find_spec(f"{__name__}.{key}.{room}") is None:
        return False
    return importlib.util.find_spec(f"{__name__}.{key}.{name}") is not None


def brought(name: str, constant: str, kind: type[Entry]) -> Mapping[str, Entry]:
    """What each game brings under that name in a module of its folder, by the game's key. Raises TypeError for a game
    that brings something of another kind."""
    found: Games[Entry] = Games()
    for key in FOLDERS:
        module = module_of(key, name)
        if module is None:
            continue
        entry = getattr(module, constant)
        if not isinstance(entry, kind):
            raise TypeError(f"{module.__name__}.{constant} is no {kind.__name__}")
        found[key] = entry
    return found


VARIANTS: Mapping[str, Variant[Any, Any]] = brought("rules.variant", "VARIANT", Variant)
"""Every game by its key. Asked for one that there is not, it raises UnknownGame."""

__all__ = ["VARIANTS", "Handler", "UnknownGame", "Variant"]
