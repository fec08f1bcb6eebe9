"""The tiles of a match of Classic drawn anew, for the check of the fair deal."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword.actions import Place
from game.crossword.redraw import Redraw
from game.crossword.tiles import HAND_SIZE
from game.kernel.actions import Action
from game.kernel.base_types import Seat
from game.kernel.chance import FairChance
from game.kernel.events import Kind
from game.kernel.match_replay import Played
from game.kernel.variant import Redrawn
from game.variants.classic.rules.setup import first_of
from game.variants.classic.rules.state import MatchState


class Redrawing(Redraw):
    """A match followed through its log, from its deal. `order` is who sits where, by place in the lobby order."""

    def __init__(self, dealt: MatchState, seed: bytes) -> None:
        super().__init__(dealt.tileset, seed)
        hands = [self.pull(HAND_SIZE) for _ in dealt.players]
        first = first_of(hands, dealt.rules.text("language"), FairChance(seed))
        self.order = (first, *(place for place in range(len(hands)) if place != first))
        self.hands = [hands[place] for place in self.order]
        for given, player in zip(self.hands, dealt.players, strict=True):
            self.astray += sum(mine != told for mine, told in zip(given, player.hand, strict=True))

    def follow(self, seat: Seat, kind: Kind, told: Mapping[str, Any], action: Action) -> None:
        """One logged fact: tiles leave the hand, or come from the bag; no other kind moves any."""
        if kind is Kind.WORDS_SCORED and isinstance(action, Place):
            self.give(seat, [placed.tile for placed in action.tiles])
        elif kind is Kind.TILES_DRAWN:
            self.draw(seat, told["tiles"])
        elif kind is Kind.TILES_SWAPPED:
            self.swap(seat, told["gave"], told["got"], told["gave"])


def redraw(states: Sequence[MatchState], steps: Sequence[Played], seed: bytes) -> Redrawn:
    """All that was dealt and drawn in a match."""
    return Redrawing(states[0], seed).through(states, steps)
