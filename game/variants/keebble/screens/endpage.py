"""Keebble's end page: the places and scores, and the viewer's highlights. Who won was decided by the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from game.crossword.tiles import standard_tiles
from game.kernel.base_types import Seat
from game.presentation import endings
from game.presentation.squares import side_among
from game.variants.keebble.rules.ending import PLAYED_OUT
from game.variants.keebble.rules.view import View
from game.variants.keebble.screens.seats import mark_of, who

ANY_SIZE = 15
"""Values are the same in the bag of every board."""


@dataclass(frozen=True, slots=True)
class Place:
    """One player at the end: the `place`, None where there is none, the number of the `mark`, the `total`, who `left`,
    and `side`, the name in the page."""

    seat: Seat
    side: str
    place: int | None
    mark: int
    name: str
    total: int
    left: bool


headline = partial(endings.headline, played_out=PLAYED_OUT)


def reasons(view: View, names: Sequence[str]) -> list[str]:
    """How it ended, in a sentence."""
    return [endings.why(view, names, 0, view.rules.number("timeouts_to_forfeit"))]


def final_totals(view: View, names: Sequence[str]) -> dict[str, Any]:
    """What the page shows of the match beside its turns; of the viewer's own, or to a stranger of any player's."""
    mine = [receipt for receipt in view.receipts if view.viewer in (None, receipt.seat)]
    given = [
        gain
        for receipt in view.receipts
        for seat, gain in enumerate(receipt.gains)
        if seat != receipt.seat and view.viewer in (None, seat)
    ]
    return {
        **endings.bests(view, standard_tiles(view.rules.text("language"), ANY_SIZE)),
        "failed": None,
        "places": _places(view, names),
        "rounds": view.round,
        "from_others": sum(given),
        "not_in_list": sum(len(receipt.rejected) for receipt in mine),
        "consolation": endings.consolation(view, PLAYED_OUT),
    }


def _places(view: View, names: Sequence[str]) -> list[Place]:
    """The best first, those that left last."""
    seats = len(view.players)
    found = [
        Place(
            seat=seat,
            side=side_among(seat, view.viewer, seats),
            place=view.places[seat] if view.places else None,
            mark=mark_of(seat, view.viewer, seats),
            name=who(seat, view.viewer, names),
            total=total.total,
            left=view.players[seat].out,
        )
        for seat, total in enumerate(view.totals)
    ]
    return sorted(found, key=lambda one: (one.place or 0, one.seat))
