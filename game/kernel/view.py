"""The base of every game's view of a match by a seat: what everybody may know, and what the viewer may do.

A view is built up from nothing, field by field: nothing hidden is ever put in and taken out again. A game's own is a
subclass with what of its match the viewer may know besides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.kernel.agreements import KINDS, offers_left, standing, why_not
from game.kernel.base_types import Millis, Seat
from game.kernel.match import CoreState
from game.kernel.presence import waits_left
from game.kernel.public_view import PublicFields, PublicView, public_fields
from game.kernel.refusals import Code


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
class CoreView(PublicView):
    """One viewer's screen is drawn from this. The viewer is a seat, or None for one who looks back at a match that is
    over. `offers` has what is offered or may be, in the order of `agreements.KINDS`. `waits_left` is how often the
    viewer may still wait on for a player who is away."""

    offers: tuple["OfferView", ...]
    waits_left: int

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is the one to act."""
        return not self.over and self.viewer == self.active


class CoreFields(PublicFields):
    """The same of what one viewer may know."""

    viewer: Seat | None
    offers: tuple["OfferView", ...]
    waits_left: int


def core_fields(state: CoreState, viewer: Seat | None, now: Millis, totals: Sequence[Any]) -> CoreFields:
    """What every game shows a viewer of a match at `now` (ms since the epoch); the final `totals` once it is over."""
    return {
        **public_fields(state, now, totals),
        "viewer": viewer,
        "offers": offer_views(state, viewer),
        "waits_left": 0 if state.over or viewer is None else waits_left(state, viewer),
    }
