"""Apply one action to a state: returns the next state and the events. Checks phase and turn, once, for every action."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from game.kernel.actions import Abandon, Action, Timeout
from game.kernel.agreements import offers_after
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import NO_CHANCE, Chance
from game.kernel.deadlines import GRACE, abandon_moment, abandoned_by, timeout_is_due
from game.kernel.match import CoreState, Env, State, State_co, Step
from game.kernel.refusals import Code, Refused
from game.kernel.variant import Variant


@dataclass(frozen=True, slots=True)
class Settled(Generic[State_co]):
    """One thing that time did: when, whose seat (None: everyone's), as which action, and what came of it."""

    moment: Millis
    seat: Seat | None
    action: Action
    step: Step[State_co]


def apply(variant: Variant[Any, Any], state: State, seat: Seat, action: Action, env: Env) -> Step[State]:
    """What `action` of `seat` brings about at `env.now`. Raises Refused, and then nothing has changed."""
    handler = variant.actions.get(type(action))
    if state.over:
        raise Refused(Code.MATCH_OVER)
    if handler is None:
        raise Refused(Code.NOT_IN_THIS_GAME)
    if not may_act(state, seat, bound=action.bound):
        raise Refused(Code.NOT_YOUR_TURN)
    if handler.phase is not None and handler.phase != state.phase:
        raise Refused(Code.WRONG_PHASE, phase=str(state.phase))
    after, facts = handler.run(state, seat, action, env)
    return Step(offers_after(state, after), tuple(facts))


def may_act(state: CoreState, seat: Seat, *, bound: bool) -> bool:
    """Whether an action of `seat` comes at its time: `bound` ones on its turn, others while it is in the match."""
    return state.players[seat].out is None and not (bound and seat != state.active)


def settle(variant: Variant[Any, Any], state: State, now: Millis, *, acting: bool,
           chance: Chance = NO_CHANCE) -> Sequence[Settled[State]]:  # fmt: skip
    """Everything that time alone has brought about by `now`, in order, each at its own moment.

    `acting`: the call is for an action that arrived at `now`, which has the grace of a second; any other caller waits
    until the slack is over too. `chance` is for games in which a missed turn draws something. How often or how late
    this is called cannot change the result.
    """
    settled: list[Settled[State]] = []
    while not state.over and (due := _next_due(state, now, acting=acting)) is not None:
        moment, seat, action = due
        # Time looks up no words.
        step = apply(variant, state, state.active if seat is None else seat, action, Env(moment, frozenset(), chance))
        settled.append(Settled(moment, seat, action, step))
        state = step.state
    return settled


def _next_due(state: CoreState, now: Millis, *, acting: bool) -> tuple[Millis, Seat | None, Action] | None:
    """The next thing that is due by `now`. A timeout is settled when its grace is over, whenever it is applied."""
    abandoned = abandon_moment(state)
    deadline = state.deadline if state.pace.held is None else None
    turn_first = deadline is not None and (abandoned is None or deadline + GRACE < abandoned)
    if abandoned is not None and abandoned <= now and not turn_first:
        loser = abandoned_by(state)
        return abandoned, loser, Abandon(everyone=loser is None)
    if deadline is not None and timeout_is_due(deadline, now, acting=acting):
        return deadline, state.active, Timeout()
    return None
