"""Draw the tiles of a match anew by the published procedure, for the check of the fair deal (rule 5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword.redraw import Redraw
from game.crossword.tiles import BLANK
from game.kernel.actions import Action
from game.kernel.base_types import Seat
from game.kernel.events import Kind
from game.kernel.match_replay import Played
from game.kernel.variant import Redrawn
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.scoring import Loosened
from game.variants.flex.rules.state import MatchState


class Redrawing(Redraw):
    """A match followed through its log, from its deal."""

    def __init__(self, dealt: MatchState, seed: bytes) -> None:
        super().__init__(dealt.tileset, seed)
        self.deal(player.hand for player in dealt.players)

    def follow(self, seat: Seat, kind: Kind, told: Mapping[str, Any], action: Action) -> None:
        """One logged fact: tiles leave the hand, come back from the board, or come from the bag; no other kind moves
        any."""
        if kind is Kind.WORDS_SCORED and isinstance(action, Arrange):
            self.give(seat, [placed.tile for placed in action.tiles])
            lifted = [Loosened(*tile) for tile in told["loosened"]]
            self.take(seat, [BLANK if tile.blank else tile.letter for tile in lifted if tile.to is None])
        elif kind is Kind.TILES_DRAWN:
            self.draw(seat, told["tiles"])
        elif kind is Kind.TILES_SWAPPED:
            self.swap(seat, told["gave"], told["got"], told["gave"])


def redraw(states: Sequence[MatchState], steps: Sequence[Played], seed: bytes) -> Redrawn:
    """All that was dealt and drawn in a match."""
    return Redrawing(states[0], seed).through(states, steps)
