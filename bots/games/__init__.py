"""The games that bots play, a folder each, found by itself: its module `decision` decides; with a module `hint` the
best play is found for a player who asks; with a module `analysis` finished matches are judged; `give_up` says what a
bot does in a turn that failed, where it is not a pass; `levels` says what the levels are like in that game.

Which games there are is known without numba; what thinks is loaded by the processes that do.
"""

import importlib
import importlib.util
import pkgutil
import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from bots.levels import Level
from bots.rules import Action, Pass
from bots.turn_verdicts import Better, Judged

if TYPE_CHECKING:
    from bots.engine.building import Graph
    from bots.engine.preparation import Words

PLAYED = frozenset(name for _finder, name, is_folder in pkgutil.iter_modules(__path__) if is_folder)
"""The keys of the games that have bots."""

HINTING = frozenset(key for key in PLAYED if importlib.util.find_spec(f"{__name__}.{key}.hint"))
"""Those of which a player may ask for the best play."""

ANALYSED = frozenset(key for key in PLAYED if importlib.util.find_spec(f"{__name__}.{key}.analysis"))
"""Those whose finished matches are judged turn by turn."""


class Decide(Protocol):
    """The next action of a bot of that level from what its seat may see; it is on turn and the match runs. `rng` is its
    own: the same view, level and chance give the same action."""

    def __call__(self, view: Any, level: Level, words: "Words", rng: random.Random) -> Action: ...


class BestPlay(Protocol):
    """The play with most points that the viewer, on turn, can make now; None where there is none."""

    def __call__(self, view: Any, graph: "Graph") -> Better | None: ...


class Judge(Protocol):
    """A turn of a finished match against what could have been played, from the states around it and its receipt."""

    def __call__(self, before: Any, after: Any, receipt: Any, graph: "Graph") -> Judged: ...


def line_of(variant: str, level: Level) -> str:
    """What a bot of that level is like in a game, in English, to be translated; in any game where it says nothing of
    its own, or none is named."""
    name = f"bots.games.{variant}.levels"
    if variant not in PLAYED or importlib.util.find_spec(name) is None:
        return level.line
    lines: Mapping[str, str] = importlib.import_module(name).LINES
    return lines.get(level.key, level.line)


def decide_of(variant: str) -> Decide:
    """How bots of a game decide."""
    found: Decide = importlib.import_module(f"bots.games.{variant}.decision").decide
    return found


def best_play_of(variant: str) -> BestPlay:
    """How the best play of a game is found."""
    found: BestPlay = importlib.import_module(f"bots.games.{variant}.hint").best_play
    return found


def judge_of(variant: str) -> Judge:
    """How the turns of a game are judged."""
    found: Judge = importlib.import_module(f"bots.games.{variant}.analysis").judge
    return found


def give_up_of(variant: str) -> Callable[[Any], Action]:
    """What a bot of that game does, by what its seat may see, in a turn that it could not play."""
    name = f"bots.games.{variant}.give_up"
    if variant not in PLAYED or importlib.util.find_spec(name) is None:
        return lambda view: Pass()
    found: Callable[[Any], Action] = importlib.import_module(name).give_up
    return found
