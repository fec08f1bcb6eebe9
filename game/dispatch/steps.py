"""Apply one step to a match, by the rules of its game."""

from collections.abc import Sequence

from game.kernel import reducer
from game.kernel.actions import Action
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import NO_CHANCE, Chance
from game.kernel.match import Env, State, Step
from game.kernel.reducer import Settled
from game.variants import VARIANTS


def apply(state: State, seat: Seat, action: Action, env: Env) -> Step[State]:
    """What `action` of `seat` brings about at `env.now`. Raises Refused, and then nothing has changed."""
    return reducer.apply(VARIANTS[state.rules.variant], state, seat, action, env)


def settle(state: State, now: Millis, *, acting: bool, chance: Chance = NO_CHANCE) -> Sequence[Settled[State]]:
    """Everything that time alone has brought about by `now`, in order, each at its own moment."""
    return reducer.settle(VARIANTS[state.rules.variant], state, now, acting=acting, chance=chance)


__all__ = ["Settled", "apply", "settle"]
