"""The live readout of tiles as laid: legal or the named reason, words and points.

Geometry and arithmetic only. It is never told whether a word exists.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.crossword.scoring import Word
from game.crossword.tiles import Placed
from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused
from game.variants.classic.rules.placement import examine, score
from game.variants.classic.rules.state import MatchState


@dataclass(frozen=True, slots=True)
class Readout:
    """`code` is why the tiles may not be played as they lie, or None; then `words`, `bingo` and their sum `score`."""

    code: Code | None
    words: tuple[Word, ...] = ()
    bingo: int = 0
    score: int = 0


def read_out(state: MatchState, seat: Seat, tiles: Sequence[Placed]) -> Readout:
    """What the tiles of `seat` would be worth; also while the other is on turn, as if it were its turn now."""
    try:
        placement = examine(state, seat, tiles)
    except Refused as refused:
        return Readout(refused.code)
    scored = score(state, placement, len(tiles))
    return Readout(None, scored.words, scored.bingo, scored.total)
