"""The live readout of a turn as it lies (rule 7): the named reason why not, or words, costs and the net.

Geometry and arithmetic only. It never gets the word list, which may confirm words, not give ideas.
"""

from dataclasses import dataclass

from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.placement import examine
from game.variants.flex.rules.scoring import Loosened, Word, score
from game.variants.flex.rules.state import MatchState


@dataclass(frozen=True, slots=True)
class Readout:
    """`code` is why the turn may not be played as it lies, or None; then the `words`, the `bingo` for seven tiles, the
    tiles `loosened` with what each costs, the `cost` of them all, and the net `score`. `size` is the board's, by which
    cells have names."""

    code: Code | None
    words: tuple[Word, ...] = ()
    bingo: int = 0
    loosened: tuple[Loosened, ...] = ()
    cost: int = 0
    score: int = 0
    size: int = 0


def read_out(state: MatchState, seat: Seat, turn: Arrange) -> Readout:
    """What the turn of `seat` would come to; also while the other is on turn, as if it were its turn now."""
    try:
        placement = examine(state, seat, turn)
    except Refused as refused:
        return Readout(refused.code)
    scored = score(state, placement, turn)
    return Readout(None, scored.words, scored.bingo, scored.loosened, scored.cost, scored.total, state.board.size)
