"""Draw the tiles of a match of Classic anew, for the check of the fair deal."""

from collections.abc import Sequence

from game.crossword.plain.redraw import PlainRedraw
from game.crossword.plain.state import PlainState
from game.crossword.tiles import HAND_SIZE
from game.kernel.chance import FairChance
from game.kernel.match_replay import Played
from game.kernel.variant import Redrawn
from game.variants.classic.rules.setup import first_of


class Redrawing(PlainRedraw):
    """A match followed through its log, from its deal. `order` is who sits where, by place in the lobby order."""

    def __init__(self, dealt: PlainState, seed: bytes) -> None:
        super().__init__(dealt.tileset, seed)
        hands = [self.pull(HAND_SIZE) for _ in dealt.players]
        first = first_of(hands, dealt.rules.text("language"), FairChance(seed))
        self.order = (first, *(place for place in range(len(hands)) if place != first))
        self.hands = [hands[place] for place in self.order]
        for given, player in zip(self.hands, dealt.players, strict=True):
            self.astray += sum(mine != told for mine, told in zip(given, player.hand, strict=True))


def redraw(states: Sequence[PlainState], steps: Sequence[Played], seed: bytes) -> Redrawn:
    """All that was dealt and drawn in a match."""
    return Redrawing(states[0], seed).through(states, steps)
