"""The live readout of tiles as laid: legal or the named reason, words and points.

Geometry and arithmetic only. It never gets the word list.
"""

from dataclasses import dataclass

from game.crossword.actions import Place
from game.crossword.plain.placement import Scorer, examine, score
from game.crossword.plain.state import PlainState
from game.crossword.scoring import Word
from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused


@dataclass(frozen=True, slots=True)
class Readout:
    """`code` is why the tiles may not be played as they lie, or None; then `words`, `bingo` and their sum `score`."""

    code: Code | None
    words: tuple[Word, ...] = ()
    bingo: int = 0
    score: int = 0


def read_out(state: PlainState, seat: Seat, laid: Place, score_of: Scorer = score) -> Readout:
    """What the tiles `laid` of `seat` would be worth; also while the other is on turn, as if it were its turn now. A
    game whose `lay` has a `score_of` of its own has the same here."""
    try:
        placement = examine(state, seat, laid.tiles)
    except Refused as refused:
        return Readout(refused.code)
    scored = score_of(state, placement, len(laid.tiles))
    return Readout(None, scored.words, scored.bingo, scored.total)
