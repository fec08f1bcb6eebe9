"""What every game's view of a match has: who looks, whose turn it is, the clock, and how the match ended.

A view is built up from nothing, field by field: nothing hidden is ever put in and taken out again. A game's own is a
subclass with what of its match the viewer may know besides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import left_ms, turn_ms
from game.kernel.match import CoreState
from game.kernel.setting_types import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreView:
    """One viewer's screen is drawn from this. The viewer is a seat, or None for a stranger, who sees what is public.
    `left` is what is left of the turn, `full` a whole turn (ms), both None without a clock."""

    viewer: Seat | None
    rules: Ruleset
    phase: str
    active: Seat
    turn: int
    players: tuple[Any, ...]
    left: Millis | None
    full: Millis | None
    receipts: tuple[Any, ...]
    totals: tuple[Any, ...]
    reason: str
    winner: Seat | None
    places: tuple[int, ...] | None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.reason)

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is the one to act."""
        return not self.over and self.viewer == self.active


class CoreFields(TypedDict):
    """Those of them that are alike in every game."""

    viewer: Seat | None
    rules: Ruleset
    phase: str
    active: Seat
    turn: int
    left: Millis | None
    full: Millis | None
    totals: tuple[Any, ...]
    reason: str
    winner: Seat | None
    places: tuple[int, ...] | None


def core_fields(state: CoreState, viewer: Seat | None, now: Millis, totals: Sequence[Any]) -> CoreFields:
    """What every game shows a viewer of a match at `now` (ms since the epoch); the final `totals` once it is over."""
    outcome = state.outcome
    return {
        "viewer": viewer,
        "rules": state.rules,
        "phase": state.phase,
        "active": state.active,
        "turn": state.turn,
        "left": left_ms(state, now),
        "full": turn_ms(state.rules),
        "totals": tuple(totals) if outcome else (),
        "reason": outcome.reason if outcome else "",
        "winner": outcome.winner if outcome else None,
        "places": outcome.places if outcome else None,
    }
