"""One action in, the next state and the facts out. Phase and turn are checked here, once, for every action."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.rules.actions import Abandon, Action, Timeout
from game.rules.basics import Millis, Seat
from game.rules.chance import NoChance
from game.rules.deadlines import GRACE, abandon_moment, abandoned_by, timeout_is_due
from game.rules.refusals import Code, Refused
from game.rules.state import Env, MatchState, Phase, Step
from game.rules.variants import VARIANTS


@dataclass(frozen=True, slots=True)
class Settled:
    """One thing that time did: when, whose seat (None: everyone's), as which action, and what came of it."""

    moment: Millis
    seat: Seat | None
    action: Action
    step: Step


def apply(state: MatchState, seat: Seat, action: Action, env: Env) -> Step:
    """What `action` of `seat` brings about at `env.now`. Raises Refused, and then nothing has changed."""
    if state.phase is Phase.OVER:
        raise Refused(Code.MATCH_OVER)
    handler = VARIANTS[state.rules.variant].actions[type(action)]
    if not handler.any_seat and seat != state.active:
        raise Refused(Code.NOT_YOUR_TURN)
    if handler.phase is not None and handler.phase is not state.phase:
        raise Refused(Code.WRONG_PHASE, phase=state.phase.value)
    after, facts = handler.run(state, seat, action, env)
    return Step(after, tuple(facts))


def settle(state: MatchState, now: Millis, *, acting: bool) -> Sequence[Settled]:
    """Everything that time alone has brought about by `now`, in order, each at its own moment.

    `acting`: the look is taken for an action that arrived at `now`, which the grace of a second favours; any other door
    waits until the slack is over too. How often or how late anybody looks cannot change what comes out.
    """
    settled: list[Settled] = []
    while state.phase is not Phase.OVER and (due := _next_due(state, now, acting=acting)) is not None:
        moment, seat, action = due
        # Time draws no tiles and looks up no words.
        step = apply(state, state.active if seat is None else seat, action, Env(moment, frozenset(), NoChance()))
        settled.append(Settled(moment, seat, action, step))
        state = step.state
    return settled


def _next_due(state: MatchState, now: Millis, *, acting: bool) -> tuple[Millis, Seat | None, Action] | None:
    """The next thing that is due by `now`. A timeout is settled when its grace is over, whoever applies it when."""
    abandoned = abandon_moment(state)
    turn_first = state.deadline is not None and (abandoned is None or state.deadline + GRACE < abandoned)
    if abandoned is not None and abandoned <= now and not turn_first:
        loser = abandoned_by(state)
        return abandoned, loser, Abandon(everyone=loser is None)
    if state.deadline is not None and timeout_is_due(state.deadline, now, acting=acting):
        return state.deadline, state.active, Timeout()
    return None
