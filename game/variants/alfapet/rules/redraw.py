"""Draw the tiles of a match anew by the published procedure, for the check of the fair deal (rule 5, Fair deal)."""

from collections.abc import Iterable, Sequence

from game.crossword.redraw import Redraw
from game.crossword.tiles import Tile
from game.kernel.base_types import Seat
from game.kernel.chance import fair_number
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.setup import highest, seated_from
from game.variants.alfapet.rules.state import MatchState


class Redrawing(Redraw):
    """A match followed through its log, from its start. `order` is who sits where, by place in the lobby order, where
    tiles were drawn for that."""

    def begin(self, dealt: MatchState) -> None:
        """The tiles drawn for the start, which go back, and then the deal."""
        seats = len(dealt.players)
        if dealt.start:
            self.number = 0
            equals = highest(dealt.tileset, self.compare(dealt.start))
            self.order = seated_from(equals[fair_number(self.seed, seats) % len(equals)], seats)
            self.bag = list(dealt.tileset.bag())
        self.number = seats + 1
        super().begin(dealt)

    def laid(self, action: Lay) -> Sequence[Tile]:
        """Black tiles and arrows among them."""
        return action.used

    def swap(self, seat: Seat, gave: Sequence[Tile], got: Sequence[Tile], returned: Iterable[Tile]) -> None:
        """What is exchanged goes back before the bag is drawn from."""
        self.give(seat, gave)
        self.bag = sorted([*self.bag, *returned])
        self.draw(seat, got)


redraw = Redrawing.redraw
