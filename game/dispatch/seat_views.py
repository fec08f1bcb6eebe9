"""Build what a match's pages show, by its game: views, receipts and readouts."""

from collections.abc import Sequence
from typing import Any

from game.kernel.actions import Action
from game.kernel.base_types import Millis, Seat
from game.kernel.events import LoggedStep
from game.kernel.match import CoreState
from game.kernel.public_view import OnlookersView
from game.variants import VARIANTS


def view_of(state: CoreState, viewer: Seat | None, log: Sequence[LoggedStep], now: Millis) -> Any:
    """The match as `viewer` (None: a stranger) may see it at `now` (ms since the epoch). `log` is the log, or its
    newest turns; the oldest first."""
    return VARIANTS[state.rules.variant].view(state, viewer, log, now)


def onlookers_view_of(state: CoreState, log: Sequence[LoggedStep], now: Millis) -> OnlookersView:
    """The match as everybody may see it at `now`. `log` as in `view_of`."""
    return VARIANTS[state.rules.variant].onlookers_view(state, log, now)


def sees_all(variant: str) -> bool:
    """Whether one who holds all seats of a match of that game plays for all of them, and sees all hands."""
    return variant in VARIANTS and VARIANTS[variant].view_of_all is not None


def view_of_all(state: CoreState, log: Sequence[LoggedStep], now: Millis) -> Any:
    """The match as one may see it who holds all of its seats, in a game in which that one sees all."""
    view = VARIANTS[state.rules.variant].view_of_all
    assert view is not None, state.rules.variant
    return view(state, log, now)


def receipts_of(variant: str, log: Sequence[LoggedStep], viewer: Seat | None, over: bool) -> tuple[Any, ...]:
    """The turns of a piece of the log, as `viewer` may read them; `over` opens everything."""
    return VARIANTS[variant].receipts(log, viewer, over)


def read_out(state: CoreState, seat: Seat, laid: Action) -> Any:
    """What tiles of `seat` would be worth as they lie: `laid` is the placement that they would be."""
    return VARIANTS[state.rules.variant].read_out(state, seat, laid)
