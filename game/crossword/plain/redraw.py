"""Draw the tiles of a match of a plain word game anew, for the check of the fair deal."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword.actions import Place
from game.crossword.plain.state import PlainState
from game.crossword.redraw import Redraw
from game.kernel.actions import Action
from game.kernel.base_types import Seat
from game.kernel.events import Kind
from game.kernel.match_replay import Played
from game.kernel.variant import Redrawn


class PlainRedraw(Redraw):
    """A match followed through its log, from its deal."""

    def follow(self, seat: Seat, kind: Kind, told: Mapping[str, Any], action: Action) -> None:
        """One logged fact: tiles leave the hand, or come from the bag; no other kind moves any."""
        if kind is Kind.WORDS_SCORED and isinstance(action, Place):
            self.give(seat, [placed.tile for placed in action.tiles])
        elif kind is Kind.TILES_DRAWN:
            self.draw(seat, told["tiles"])
        elif kind is Kind.TILES_SWAPPED:
            self.swap(seat, told["gave"], told["got"], told["gave"])


def redraw(states: Sequence[PlainState], steps: Sequence[Played], seed: bytes) -> Redrawn:
    """All that was dealt, hand after hand, and drawn in a match."""
    again = PlainRedraw(states[0].tileset, seed)
    again.deal(player.hand for player in states[0].players)
    return again.through(states, steps)
