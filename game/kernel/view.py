"""The base of every game's view of a match: the viewer, whose turn it is, the clock, and how the match ended.

A view is built up from nothing, field by field: nothing hidden is ever put in and taken out again. A game's own is a
subclass with what of its match the viewer may know besides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from game.kernel.agreements import KINDS, offers_left, standing, why_not
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import is_slow, left_ms, reserves_left, turn_ms
from game.kernel.match import CoreState
from game.kernel.presence import waits_left
from game.kernel.refusals import Code
from game.kernel.setting_types import Ruleset


@dataclass(frozen=True, slots=True)
class OfferView:
    """An end by agreement as a viewer sees it. `said` are the seats that have said yes in this turn, the one that
    offered first, `number` which of the match's offers of the kind that is (0: none stands). `refusal` says why the
    viewer may neither offer nor agree, "" where it may; `left` how many offers the viewer has left."""

    kind: str
    said: tuple[Seat, ...]
    number: int
    refusal: str
    left: int


def offer_views(state: CoreState, viewer: Seat | None) -> tuple[OfferView, ...]:
    """What is offered in a match that runs, to all alike, and what the viewer may say to it."""
    return () if state.over else tuple(_offer_view(state, viewer, kind) for kind in KINDS)


def _offer_view(state: CoreState, viewer: Seat | None, kind: str) -> OfferView:
    offers = standing(state, kind)
    number = len(offers.made) if offers.said else 0
    if viewer is None or viewer not in state.inside:
        return OfferView(kind, offers.said, number, Code.NOT_YOUR_TURN.value, 0)
    code = why_not(state, viewer, kind)
    return OfferView(kind, offers.said, number, code.value if code else "", offers_left(state, viewer, kind))


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreView:
    """One viewer's screen is drawn from this. The viewer is a seat, or None for a stranger, who sees what is public.
    `left` is what is left of the turn, any reserve included, `full` a whole turn (ms), both None without a clock.
    `slow` when a turn may take days; `reserves` are then what each seat has left, else (). `offers` has what is offered
    or may be, in the order of `agreements.KINDS`. `waits_left` is how often the viewer may still wait on for a player
    who is away, and while such a player's turn is `held` it does not run out."""

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
    offers: tuple["OfferView", ...]
    waits_left: int
    held: bool

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
    slow: bool
    adjourned: bool
    reserves: tuple[Millis, ...]
    offers: tuple["OfferView", ...]
    waits_left: int
    held: bool


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
        "full": turn_ms(state),
        "totals": tuple(totals) if outcome else (),
        "reason": outcome.reason if outcome else "",
        "winner": outcome.winner if outcome else None,
        "places": outcome.places if outcome else None,
        "slow": is_slow(state),
        "adjourned": state.pace.adjourned,
        "reserves": reserves_left(state, now),
        "offers": offer_views(state, viewer),
        "waits_left": 0 if state.over or viewer is None else waits_left(state, viewer),
        "held": state.pace.held is not None,
    }
