"""The games that bots play: those whose folder has a `bot`. Its module `decision` decides; an optional module `hint`
finds the best play for a player who asks; `analysis` judges finished matches; `give_up` says what a bot does in a turn
that failed, if not a pass; `levels` describes the levels in that game.

Listing the games needs no numba; only the processes that think load the engine.
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
    """The next action of a bot of that level from its seat's view; it is on turn and the match is running. `rng` is its
    own: the same view, level and random numbers give the same action."""

    def __call__(self, view: Any, level: Level, words: "Words", rng: random.Random) -> Action: ...


class BestPlay(Protocol):
    """The play with most points that the viewer, on turn, can make now; None without one."""

    def __call__(self, view: Any, graph: "Graph") -> Better | None: ...


class Judge(Protocol):
    """A turn of a finished match compared with the possible plays, from the states around it and its receipt."""

    def __call__(self, before: Any, after: Any, receipt: Any, graph: "Graph") -> Judged: ...


def line_of(variant: str, level: Level) -> str:
    """The description of a bot level in a game, in English, to be translated; the general one if the game has none of
    its own, or no game is given."""
    levels = module_of(variant, "bot.levels")
    lines: Mapping[str, str] = levels.LINES if levels else {}
    return lines.get(level.key, level.line)


def decide_of(variant: str) -> Decide:
    """The decision module of a game. It has one (PLAYED)."""
    found: Decide = _room(variant, "decision").decide
    return found


def best_play_of(variant: str) -> BestPlay:
    """The hint module of a game. It has one (HINTING)."""
    found: BestPlay = _room(variant, "hint").best_play
    return found


def judge_of(variant: str) -> Judge:
    """The analysis module of a game. It has one (ANALYSED)."""
    found: Judge = _room(variant, "analysis").judge
    return found


def give_up_of(variant: str) -> Callable[[Any], Action]:
    """What a bot of that game does, by its seat's view, in a turn that it could not play."""
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
