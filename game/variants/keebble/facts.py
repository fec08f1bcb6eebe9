"""The facts of a finished match of Keebble: what every game tells. A turn is an option taken."""

from collections.abc import Iterable

from game.crossword.facts import Reading, SeatFacts
from game.kernel.base_types import Millis, Seat
from game.kernel.events import Event, Kind
from game.kernel.match_replay import Played
from game.variants.keebble.ending import totals


def facts_of(steps: Iterable[Played], started_at: Millis) -> tuple[SeatFacts, ...]:
    """The facts per seat, in seat order, of all the steps of a match that is over. Raises ValueError for another."""
    reading, last = _Reading.through(steps, started_at)
    return tuple(
        SeatFacts(**reading.sums[seat].data(seat, total.score, total.total)) for seat, total in enumerate(totals(last))
    )


class _Reading(Reading):
    def event(self, event: Event, seat: Seat, step: Played) -> None:
        super().event(event, seat, step)
        if event.kind == Kind.OPTION_TAKEN:
            self.turn.ended = True

    def words(self, event: Event, seat: Seat, step: Played) -> None:
        """What the words gave the one who made them; others may have had a part of it."""
        words = [(text, points) for text, points, *_ in event.public["words"]]
        self.sums[seat].lay(words, event.public["gains"][seat], full=False)
