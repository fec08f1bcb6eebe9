"""The games that bots play: those whose folder has a `bot`. Its module `decision` decides; with a module `hint` the
best play is found for a player who asks; with a module `analysis` finished matches are judged; `give_up` says what a
bot does in a turn that failed, where it is not a pass; `levels` says what the levels are like in that game.

Which games there are is known without numba; what thinks is loaded by the processes that do.
"""

import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from bots.levels import Level
from bots.rules import FOLDERS, Action, Pass, UnknownGame, has_module, module_of
from bots.turn_verdicts import Better, Judged

if TYPE_CHECKING:
    from bots.engine.building import Graph
    from bots.engine.preparation import Words

PLAYED = frozenset(key for key in FOLDERS if has_module(key, "bot.decision"))
"""The keys of the games that have bots."""

HINTING = frozenset(key for key in PLAYED if has_module(key, "bot.hint"))
"""Those of which a player may ask for the best play."""

ANALYSED = frozenset(key for key in PLAYED if has_module(key, "bot.analysis"))
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
    levels = module_of(variant, "bot.levels")
    lines: Mapping[str, str] = levels.LINES if levels else {}
    return lines.get(level.key, level.line)


def decide_of(variant: str) -> Decide:
    """How bots of a game decide. It has one (PLAYED)."""
    found: Decide = _room(variant, "decision").decide
    return found


def best_play_of(variant: str) -> BestPlay:
    """How the best play of a game is found. It has one (HINTING)."""
    found: BestPlay = _room(variant, "hint").best_play
    return found


def judge_of(variant: str) -> Judge:
    """How the turns of a game are judged. They are (ANALYSED)."""
    found: Judge = _room(variant, "analysis").judge
    return found


def give_up_of(variant: str) -> Callable[[Any], Action]:
    """What a bot of that game does, by what its seat may see, in a turn that it could not play."""
    module = module_of(variant, "bot.give_up")
    if module is None:
        return lambda view: Pass()
    found: Callable[[Any], Action] = module.give_up
    return found


def _room(variant: str, name: str) -> Any:
    module = module_of(variant, f"bot.{name}")
    if module is None:
        raise UnknownGame(f"{variant} (bot.{name})")
    return module
