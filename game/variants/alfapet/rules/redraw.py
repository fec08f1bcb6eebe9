"""Draw the tiles of a match anew by the published procedure, for the check of the fair deal (rule 5, Fair deal)."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword.redraw import Redraw
from game.kernel.actions import Action
from game.kernel.base_types import Seat
from game.kernel.chance import fair_number
from game.kernel.events import Kind
from game.kernel.match_replay import Played
from game.kernel.variant import Redrawn
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.setup import highest, seated_from
from game.variants.alfapet.rules.state import MatchState


class Redrawing(Redraw):
    """A match followed through its log, from its start. `order` is who sits where, by place in the lobby order, where
    tiles were drawn for that."""

    def __init__(self, began: MatchState, seed: bytes) -> None:
        super().__init__(began.tileset, seed)
        seats = len(began.players)
        self.order: tuple[int, ...] | None = None
        if began.start:
            self.number = 0
            equals = highest(began.tileset, self.compare(began.start))
            self.order = seated_from(equals[fair_number(seed, seats) % len(equals)], seats)
            self.bag = list(began.tileset.bag())
        self.number = seats + 1
        self.deal(player.hand for player in began.players)

    def follow(self, seat: Seat, kind: Kind, told: Mapping[str, Any], action: Action) -> None:
        """One logged fact: tiles leave the rack, or come from the bag. What is exchanged goes back before it draws; no
        other kind moves any."""
        if kind is Kind.WORDS_SCORED and isinstance(action, Lay):
            self.give(seat, action.used)
        elif kind is Kind.TILES_DRAWN:
            self.draw(seat, told["tiles"])
        elif kind is Kind.TILES_SWAPPED:
            self.give(seat, told["gave"])
            self.bag = sorted([*self.bag, *told["gave"]])
            self.draw(seat, told["got"])


def redraw(states: Sequence[MatchState], steps: Sequence[Played], seed: bytes) -> Redrawn:
    """All that was drawn for the start, dealt and drawn in a match."""
    return Redrawing(states[0], seed).through(states, steps)
