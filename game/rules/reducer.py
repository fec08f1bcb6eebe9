"""One action in, the next state and the facts out. Phase and turn are checked here, once, for every action."""

from collections.abc import Sequence

from game.rules.actions import Action, Timeout
from game.rules.basics import Millis, Seat
from game.rules.chance import NoChance
from game.rules.deadlines import timeout_is_due
from game.rules.refusals import Code, Refused
from game.rules.state import Env, MatchState, Phase, Step
from game.rules.variants import VARIANTS


def apply(state: MatchState, seat: Seat, action: Action, env: Env) -> Step:
    """What `action` of `seat` brings about at `env.now`. Raises Refused, and then nothing has changed."""
    if state.phase is Phase.OVER:
        raise Refused(Code.MATCH_OVER)
    handler = VARIANTS[state.rules.variant].actions[type(action)]
    if not handler.any_seat and seat != state.active:
        raise Refused(Code.NOT_YOUR_TURN)
    if handler.phase is not None and handler.phase is not state.phase:
        raise Refused(Code.WRONG_PHASE)
    after, facts = handler.run(state, seat, action, env)
    return Step(after, tuple(facts))


def settle(state: MatchState, now: Millis, *, acting: bool) -> Sequence[tuple[Millis, Seat, Step]]:
    """Everything the clock alone has brought about by `now`, each as (its own moment, the seat, what it did).

    `acting`: the look is taken for an action that arrived at `now`, which the grace of a second favours; any other door
    waits until the slack is over too. How often or how late anybody looks cannot change what comes out.
    """
    steps = []
    while state.phase is not Phase.OVER and timeout_is_due(state, now, acting=acting):
        assert state.deadline is not None
        moment, seat = state.deadline, state.active
        step = apply(state, seat, Timeout(), Env(moment, frozenset(), NoChance()))
        steps.append((moment, seat, step))
        state = step.state
    return steps
