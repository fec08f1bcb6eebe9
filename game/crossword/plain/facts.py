"""The facts of a finished match of a plain word game: beside those of every game, its bonuses and the tiles changed."""

from dataclasses import dataclass

from game.crossword.facts import Reading, SeatFacts
from game.crossword.leftovers import Total
from game.crossword.plain.state import PlainState
from game.kernel.base_types import Millis, Seat, gettext_noop
from game.kernel.events import Event, Kind
from game.kernel.match_replay import Played


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(SeatFacts):
    """What one seat did. `bingo_points` are the bonuses for seven tiles, `tiles_swapped` the tiles it changed, and
    `transfer` what the tiles left at the end gave or took."""

    bingo_points: int
    tiles_swapped: int
    transfer: int


FIGURES = {
    "bingo_points": gettext_noop("Bonus points for seven tiles"),
    "tiles_swapped": gettext_noop("Tiles swapped"),
}
"""What the statistics page adds up of these, with its labels."""


class PlainReading(Reading):
    """A match of a plain word game while its steps go by."""

    def __init__(self, deal: PlainState, started_at: Millis) -> None:
        super().__init__(deal, started_at)
        self.bingo_points = [0 for _ in deal.players]
        self.tiles_swapped = [0 for _ in deal.players]

    def facts(self, seat: Seat, total: Total) -> Facts:
        return Facts(
            **self.sums[seat].data(seat, total.score, total.total),
            bingo_points=self.bingo_points[seat],
            tiles_swapped=self.tiles_swapped[seat],
            transfer=total.transfer,
        )

    def event(self, event: Event, seat: Seat, step: Played) -> None:
        super().event(event, seat, step)
        if event.kind == Kind.WORDS_SCORED:
            self.bingo_points[seat] += event.public["bingo"]
        elif event.kind == Kind.TILES_SWAPPED:
            self.tiles_swapped[seat] += event.public["count"]
