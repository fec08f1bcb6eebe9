"""The facts of a finished match of Keebble: beside those of every game, what was built and what others' words gave.

A turn is an option taken.
"""

from dataclasses import asdict, dataclass

from game.crossword.facts import Reading, SeatFacts, facts_by
from game.kernel.base_types import Millis, Seat, gettext_noop
from game.kernel.events import Event, Kind
from game.kernel.match_replay import Played
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.ending import Total, totals
from game.variants.keebble.rules.option import POWER_UPS, Option
from game.variants.keebble.rules.state import MatchState


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(SeatFacts):
    """What one seat did. `from_others` are the points that others' words gave for its letters, `letters_written` counts
    those on the board, `walls_built` and `power_ups` those chosen."""

    from_others: int
    letters_written: int
    walls_built: int
    power_ups: int


FIGURES = {
    "from_others": gettext_noop("Points from others’ words"),
    "letters_written": gettext_noop("Letters written"),
    "walls_built": gettext_noop("Walls built"),
    "power_ups": gettext_noop("Power-ups chosen"),
}
"""What the statistics page adds up of these, with its labels."""


@dataclass(slots=True)
class Own:
    """What adds up of this game alone while its match is read, by the names of `Facts`."""

    from_others: int = 0
    letters_written: int = 0
    walls_built: int = 0
    power_ups: int = 0


class _Reading(Reading):
    def __init__(self, deal: MatchState, started_at: Millis) -> None:
        super().__init__(deal, started_at)
        self.own = [Own() for _ in deal.players]

    def event(self, event: Event, seat: Seat, step: Played) -> None:
        super().event(event, seat, step)
        if event.kind == Kind.OPTION_TAKEN:
            self.turn.ended = True
            own, option = self.own[seat], Option.of(event.public["option"])
            own.power_ups += option.kind in POWER_UPS
            if option.kind in (kinds.LETTERS, kinds.BACKPACK):
                own.letters_written += len(event.public["cells"])
            own.walls_built += len(step.after.board.walls) - len(step.before.board.walls)

    def words(self, event: Event, seat: Seat, step: Played) -> None:
        """What the words gave the one who made them, and the others of whose letters they are."""
        gains = event.public["gains"]
        words = [(text, points) for text, points, *_ in event.public["words"]]
        if words:
            self.sums[seat].lay(words, gains[seat], full=False)
        for other, gain in enumerate(gains):
            if other != seat:
                self.own[other].from_others += gain

    def facts(self, seat: Seat, total: Total) -> Facts:
        return Facts(**self.sums[seat].data(seat, total.score, total.total), **asdict(self.own[seat]))


facts_of = facts_by(totals, _Reading)
