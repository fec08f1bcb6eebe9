"""The view of a match of Classic: that of a plain word game, and the ranked points that it moved."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.crossword.hands import look_back_by
from game.crossword.plain.state import PlainState
from game.crossword.plain.view import PlainView, can, onlookers_view_by, plain_fields
from game.kernel.base_types import Millis, Seat
from game.kernel.events import LoggedStep
from game.kernel.view import core_fields
from game.variants.classic.rules.ending import has_conceded, is_stalled, ranked, totals


@dataclass(frozen=True, slots=True, kw_only=True)
class View(PlainView):
    """Everything one viewer's screen is drawn from."""

    ranked: tuple[int, ...]


def view_of(state: PlainState, viewer: Seat | None, log: Sequence[LoggedStep], now: Millis) -> View:
    """The match as `viewer` may see it at `now` (ms since the epoch). `log` is the log, or its newest turns; the oldest
    first."""
    return View(
        **core_fields(state, viewer, now, totals(state) if state.over else ()),
        **plain_fields(state, viewer, log, now),
        can=can(
            state,
            viewer,
            ends=lambda after: is_stalled(after, after.active),
            concedes=lambda after: has_conceded(after, after.active),
        ),
        ranked=tuple(ranked(state)) if state.over else (),
    )


look_back = look_back_by(view_of)
onlookers_view = onlookers_view_by(totals)
