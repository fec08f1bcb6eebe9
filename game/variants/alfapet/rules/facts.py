"""The facts of a finished match of Alfapet: those that every game has."""

from game.crossword.facts import Reading, facts_by
from game.kernel.base_types import Millis
from game.variants.alfapet.rules.ending import totals
from game.variants.alfapet.rules.state import MatchState


class _Reading(Reading):
    def __init__(self, deal: MatchState, started_at: Millis) -> None:
        super().__init__(deal, started_at)
        self.full = deal.rules.number("rack")


facts_of = facts_by(totals, _Reading)
