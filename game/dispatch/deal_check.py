"""Check the fair deal of a match, by the rules of its game."""

from collections.abc import Sequence

from game.kernel import fair_check
from game.kernel.fair_check import FairCheck, of_no_deal
from game.kernel.fair_numbers import FairNumbers
from game.kernel.match_replay import MatchReplay
from game.variants import VARIANTS


def check(replay: MatchReplay, numbers: FairNumbers, players: Sequence[str],
          lobby_order: Sequence[str] | None) -> FairCheck:  # fmt: skip
    """Check a whole match against its numbers. `players` in seat order; `lobby_order` None when no lots were drawn."""
    return fair_check.check(VARIANTS[replay.states[0].rules.variant], replay, numbers, players, lobby_order)


__all__ = ["FairCheck", "check", "of_no_deal"]
