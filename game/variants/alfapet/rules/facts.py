"""The facts of a finished match of Alfapet: those that every game has."""

from collections.abc import Iterable

from game.crossword.facts import Reading, SeatFacts
from game.kernel.base_types import Millis
from game.kernel.match_replay import Played
from game.variants.alfapet.rules.ending import totals
from game.variants.alfapet.rules.state import MatchState


def facts_of(steps: Iterable[Played], started_at: Millis) -> tuple[SeatFacts, ...]:
    """The facts per seat, in seat order, of all the steps of a match that is over. Raises ValueError for another."""
    reading, last = _Reading.through(steps, started_at)
    return tuple(
        SeatFacts(**reading.sums[seat].data(seat, total.score, total.total)) for seat, total in enumerate(totals(last))
    )


class _Reading(Reading):
    def __init__(self, deal: MatchState, started_at: Millis) -> None:
        super().__init__(deal, started_at)
        self.full = deal.rules.number("rack")
