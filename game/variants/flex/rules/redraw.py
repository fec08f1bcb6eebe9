"""Draw the tiles of a match anew by the published procedure, for the check of the fair deal (rule 5)."""

from collections.abc import Mapping
from typing import Any

from game.crossword.redraw import Redraw
from game.crossword.tiles import BLANK
from game.kernel.actions import Action
from game.kernel.base_types import Seat
from game.kernel.events import Kind
from game.variants.flex.rules.scoring import Loosened


class Redrawing(Redraw):
    """A match followed through its log, from its deal."""

    def follow(self, seat: Seat, kind: Kind, told: Mapping[str, Any], action: Action) -> None:
        """Tiles come back from the board, too."""
        super().follow(seat, kind, told, action)
        if kind is Kind.WORDS_SCORED:
            lifted = [Loosened(*tile) for tile in told["loosened"]]
            self.take(seat, [BLANK if tile.blank else tile.letter for tile in lifted if tile.to is None])


redraw = Redrawing.redraw
