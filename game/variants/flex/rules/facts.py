"""The facts of a finished match of Flex: those that every game has."""

from collections.abc import Iterable

from game.crossword.facts import Reading, SeatFacts
from game.kernel.base_types import Millis
from game.kernel.match_replay import Played
from game.variants.flex.rules.ending import totals


def facts_of(steps: Iterable[Played], started_at: Millis) -> tuple[SeatFacts, ...]:
    """The facts per seat, in seat order, of all the steps of a match that is over. Raises ValueError for another."""
    reading, last = Reading.through(steps, started_at)
    return tuple(
        SeatFacts(**reading.sums[seat].data(seat, total.score, total.total)) for seat, total in enumerate(totals(last))
    )
