"""Draw the tiles of a match of AlfaPower anew, for the check of the fair deal."""

from collections.abc import Mapping
from typing import Any

from game.crossword.redraw import Redraw
from game.crossword.tiles import ALFA_MARK, letter_of
from game.kernel.actions import Action
from game.kernel.base_types import Seat
from game.kernel.events import Kind
from game.variants.alfapower.rules.state import MatchState


class Redrawing(Redraw):
    """A match followed through its log, from its deal."""

    def begin(self, dealt: MatchState) -> None:
        """The deal, and whether an Alfa tile that is swapped stays one."""
        self.keeps_alfa = dealt.rules.flag("alfa_keeps_on_swap")
        super().begin(dealt)

    def follow(self, seat: Seat, kind: Kind, told: Mapping[str, Any], action: Action) -> None:
        """Items swap tiles and show some, and tiles of the hand become Alfa tiles."""
        if kind is Kind.ITEM_USED:
            if gave := told["gave"]:
                self.swap(seat, gave, told["got"], gave if self.keeps_alfa else map(letter_of, gave))
            self.show(told.get("shown", ()))
        elif kind is Kind.ALFA_CHOSEN and told["tile"]:
            self.give(seat, [told["tile"]])
            self.take(seat, [told["tile"] + ALFA_MARK])
        else:
            super().follow(seat, kind, told, action)


redraw = Redrawing.redraw
