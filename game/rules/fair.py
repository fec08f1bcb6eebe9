"""The check of the fair deal, by the rules of the game that a match is of."""

from collections.abc import Sequence

from game.kernel import fair
from game.kernel.fair import FairCheck
from game.kernel.fair_numbers import FairNumbers
from game.kernel.story import Story
from game.variants import VARIANTS


def check(story: Story, numbers: FairNumbers, players: Sequence[str],
          lobby_order: Sequence[str] | None) -> FairCheck:  # fmt: skip
    """Check a whole match against its numbers. `players` in seat order; `lobby_order` None when no lots were drawn."""
    return fair.check(VARIANTS[story.states[0].rules.variant], story, numbers, players, lobby_order)


__all__ = ["FairCheck", "check"]
