"""Alfapet's end page: the sums and places, and the viewer's highlights. Who won was decided by the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.crossword.hands import HandTile
from game.kernel.base_types import Seat
from game.presentation import endings
from game.variants.alfapet.rules.ending import PLAYED_OUT, Total
from game.variants.alfapet.rules.tiles import standard_tiles
from game.variants.alfapet.rules.view import View
from game.variants.alfapet.screens.panels import ThemeWord
from game.variants.alfapet.screens.squares import SIDES, side


@dataclass(frozen=True, slots=True)
class Column:
    """One player's column of the final reckoning: the colour's `side`, the `hand` left, the sums, and the `place`, None
    where there is none; `out` marks one who left."""

    seat: Seat
    name: str
    side: str
    hand: tuple[HandTile, ...]
    total: Total
    place: int | None
    out: bool

    @property
    def mark(self) -> str:
        """Its name in the page."""
        return self.side


def headline(view: View, names: Sequence[str]) -> str:
    """Who won, by how much where the totals decided; alone, with how many points."""
    return endings.headline(view, names, PLAYED_OUT)


def reasons(view: View, names: Sequence[str]) -> list[str]:
    """How it ended, in a sentence."""
    rules = view.rules
    return [endings.why(view, names, rules.number("passes_to_end"), rules.number("timeouts_to_forfeit"))]


def final_totals(view: View, names: Sequence[str]) -> dict[str, Any]:
    """What the page shows of the match beside its turns; of the viewer's own, or to a stranger of any player's."""
    mine = [receipt for receipt in view.receipts if view.viewer in (None, receipt.seat)]
    seats = len(view.players)
    columns = [
        Column(
            seat=seat,
            name=names[seat],
            side=side(seat, view.viewer, seats),
            hand=view.hands[seat],
            total=total,
            place=view.places[seat] if view.places else None,
            out=view.players[seat].out,
        )
        for seat, total in enumerate(view.totals)
    ]
    return {
        **endings.bests(view, standard_tiles(view.rules.text("language"), specials=True)),
        "columns": sorted(columns, key=lambda column: SIDES.index(column.side)),
        "full_racks": sum(receipt.bonus > 0 for receipt in mine),
        "theme": [
            ThemeWord(word, "" if seat is None else side(seat, view.viewer, seats), seat) for word, seat in view.theme
        ],
        "consolation": endings.consolation(view, PLAYED_OUT),
    }
