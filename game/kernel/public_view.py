"""What everybody may know of a match of any game: whose turn it is, the clock, how it ended; and the base of every
game's view for onlookers.

Such a view is of another type than a seat's (`game.kernel.view`), and is built up from nothing likewise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import is_slow, left_ms, reserves_left, turn_ms
from game.kernel.match import CoreState
from game.kernel.setting_types import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """What everybody may know of a match of any game. `left` is what is left of the turn, any reserve included, `full`
    a whole turn (ms), both None without a clock. `slow` when a turn may take days; `reserves` are then what each seat
    has left, else (). While the turn of a player who is away is `held` it does not run out."""

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
    slow: bool
    adjourned: bool
    reserves: tuple[Millis, ...]
    held: bool

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlookersView(PublicView):
    """An onlooker's screen is drawn from this. It has no field for a hand, for what a viewer may do, or for what
    players offer each other; a game adds fields for what is public in it, and never one for what a seat alone may know.
    No `CoreView` can take its place."""

    viewer: None = None

    @property
    def my_turn(self) -> bool:
        """It never is an onlooker's."""
        return False


class PublicFields(TypedDict):
    """Those of what everybody may know that are alike in every game."""

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
    slow: bool
    adjourned: bool
    reserves: tuple[Millis, ...]
    held: bool


def public_fields(state: CoreState, now: Millis, totals: Sequence[Any]) -> PublicFields:
    """What every game shows everybody; the final `totals` once the match is over."""
    outcome = state.outcome
    return {
        "rules": state.rules,
        "phase": state.phase,
        "active": state.active,
        "turn": state.turn,
        "left": left_ms(state, now),
        "full": turn_ms(state),
        "totals": tuple(totals) if outcome else (),
        "reason": outcome.reason if outcome else "",
        "winner": outcome.winner if outcome else None,
        "places": outcome.places if outcome else None,
        "slow": is_slow(state),
        "adjourned": state.pace.adjourned,
        "reserves": reserves_left(state, now),
        "held": state.pace.held is not None,
    }
