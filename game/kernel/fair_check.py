"""Check the fair deal after the match: was this seed committed to, and does every tile follow from it?

A game draws each of its tiles anew by the published procedure (`Variant.redraw`) and compares it with what the log says
was drawn; then it counts every hand, so that nothing was dealt beside the log.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.kernel.chance import seat_order
from game.kernel.fair_numbers import FairNumbers
from game.kernel.match_replay import MatchReplay
from game.kernel.variant import Variant


@dataclass(frozen=True, slots=True)
class FairCheck:
    """The result of the check. `committed`: whether the revealed number is the one that was committed to; `seated`
    whether the seats were drawn from the seed (None when no lots were drawn, or names are alike); `drawn` how many
    tiles were drawn anew and `astray` how many of them the seed gives otherwise; `hands` whether the hands at the end
    are those that the draws make."""

    committed: bool
    seated: bool | None
    drawn: int
    astray: int
    hands: bool

    @property
    def fair(self) -> bool:
        """Whether all of it holds."""
        return self.committed and self.seated is not False and not self.astray and self.hands


def check(variant: Variant[Any, Any], replay: MatchReplay, numbers: FairNumbers, players: Sequence[str],
          lobby_order: Sequence[str] | None) -> FairCheck:  # fmt: skip
    """Check a whole match against its numbers. `players` in seat order; `lobby_order` None when no lots were drawn."""
    redrawn = variant.redraw(replay.states, tuple(replay.steps), numbers.seed)
    return FairCheck(
        committed=numbers.is_committed,
        seated=_seated(numbers.seed, players, lobby_order, redrawn.order),
        drawn=redrawn.drawn,
        astray=redrawn.astray,
        hands=redrawn.sound,
    )


def of_no_deal(numbers: FairNumbers) -> FairCheck:
    """Of a match that was not dealt but played on from another: that its number is the one that was committed to, and
    nothing else."""
    return FairCheck(committed=numbers.is_committed, seated=None, drawn=0, astray=0, hands=True)


def _seated(seed: bytes, players: Sequence[str], lobby_order: Sequence[str] | None,
            order: Sequence[int] | None) -> bool | None:  # fmt: skip
    """`order` as in `Redrawn`; without it number 0 seats them."""
    if lobby_order is None:
        return None
    seated = seat_order(seed, lobby_order) if order is None else tuple(lobby_order[place] for place in order)
    if seated != tuple(players):
        return False
    return True if len(set(lobby_order)) == len(lobby_order) else None
