"""The live readout of tiles as laid (rule 6): legal or the named reason, words and points, bonuses.

Geometry and arithmetic only. It never gets the word list, which may confirm words, not give ideas.
"""

from dataclasses import dataclass

from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.placement import examine
from game.variants.alfapet.rules.scoring import Word, earned_theme, rack_bonus
from game.variants.alfapet.rules.state import MatchState
from game.variants.alfapet.rules.turn import score_words, turn_score


@dataclass(frozen=True, slots=True)
class Readout:
    """`code` is why the tiles may not be laid as they lie, or None; then `words`, the rack `bonus`, the `theme` words
    they would earn and the `score` say what for."""

    code: Code | None
    words: tuple[Word, ...] = ()
    bonus: int = 0
    theme: tuple[str, ...] = ()
    score: int = 0


def read_out(state: MatchState, seat: Seat, lay: Lay) -> Readout:
    """What the tiles of `seat` would be worth; also while another seat is on turn, as if it were its turn now."""
    try:
        placement = examine(state, seat, lay)
    except Refused as refused:
        return Readout(refused.code)
    words = score_words(placement)
    bonus, theme = rack_bonus(state.rules, len(lay.used)), earned_theme(words, state.open_theme)
    return Readout(None, words, bonus, theme, turn_score(state, words, bonus, theme))
