"""Draw the tiles of a match of Classic anew, for the check of the fair deal."""

from game.crossword.plain.state import PlainState
from game.crossword.redraw import Redraw
from game.crossword.tiles import HAND_SIZE
from game.kernel.chance import FairChance
from game.variants.classic.rules.setup import first_of


class Redrawing(Redraw):
    """A match followed through its log, from its deal. `order` is who sits where, by place in the lobby order."""

    def begin(self, dealt: PlainState) -> None:
        """The deal, and which of the hands moves first."""
        hands = [self.pull(HAND_SIZE) for _ in dealt.players]
        first = first_of(hands, dealt.rules.text("language"), FairChance(self.seed))
        self.order = (first, *(place for place in range(len(hands)) if place != first))
        self.hands = [hands[place] for place in self.order]
        for given, player in zip(self.hands, dealt.players, strict=True):
            self.astray += sum(mine != told for mine, told in zip(given, player.hand, strict=True))


redraw = Redrawing.redraw
