"""The handlers of what can be done in every game: leaving, ends by agreement, presence."""

from collections.abc import Callable, Mapping
from typing import Any

from game.kernel import presence
from game.kernel.actions import Action
from game.kernel.agreements import agreements
from game.kernel.base_types import Millis, Seat
from game.kernel.endings import finish_without_result, leaving
from game.kernel.match import Change
from game.kernel.variant import Handler

Gone = Callable[[Any, str], Change[Any]]


def common_actions(
    leave: Callable[[Any, Seat, str, Millis], Change[Any]],
    all_gone: Gone = finish_without_result,
    called_off: Gone | None = None,
) -> Mapping[type[Action], Handler]:
    """`leave(state, seat, reason, now)` where one goes, `all_gone(state, reason)` where no player is left, and
    `called_off` likewise where all have agreed to stop, if that is not the same."""
    return {**leaving(leave, all_gone), **agreements(called_off or all_gone), **presence.HANDLERS}
