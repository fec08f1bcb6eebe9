"""What one action makes of a match of any game, as its rules alone have it."""

from typing import Any

from game.dispatch.steps import apply
from game.kernel import events
from game.kernel.actions import Action
from game.kernel.events import Event, LoggedStep
from game.kernel.match import Env, Step
from game.kernel.refusals import Refused
from tests.support.chances import FirstTile
from tests.support.word_lists import AllBut

NOW = 1_000_000


def act(state: Any, action: Action, *, seat: int | None = None, lexicon: Any = None, chance: Any = None) -> Step[Any]:
    """The step of an action of the seat on turn, or of another, with every word in the list unless one is given."""
    env = Env(NOW, AllBut() if lexicon is None else lexicon, chance or FirstTile())
    return apply(state, state.active if seat is None else seat, action, env)


def code_of(state: Any, action: Action, *, seat: int | None = None) -> str | None:
    """The code by which an action is refused, None when it is not."""
    try:
        act(state, action, seat=seat)
    except Refused as refused:
        return refused.code.value
    return None


def played(
    state: Any, *actions: Action | tuple[int, Action], lexicon: Any = None, begun: tuple[Event, ...] = ()
) -> tuple[Any, list[LoggedStep]]:
    """The match after these, each of the seat on turn or of the one that is named with it, and its log, which begins
    with a turn unless it has `begun` otherwise."""
    log = [LoggedStep(begun or (events.turn_began(state.active, state.turn, None),))]
    for one in actions:
        seat, action = one if isinstance(one, tuple) else (state.active, one)
        step = act(state, action, seat=seat, lexicon=lexicon)
        state, log = step.state, [*log, LoggedStep(step.events)]
    return state, log


def words_of(step: Step[Any]) -> list[list[Any]]:
    """[word, points] of each word that a step scored, in order."""
    (scored,) = [event for event in step.events if event.kind == "words_scored"]
    return [word[:2] for word in scored.public["words"]]
