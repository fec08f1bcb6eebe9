"""The live readout of tiles as laid: legal or the named reason, words and points, coins to come.

Geometry and arithmetic only. It never gets the word list: guessing costs points, and a preview is free.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.crossword.tiles import Placed
from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused
from game.variants.alfapower.rules.economy import turn_coins
from game.variants.alfapower.rules.lasting_effects import turn_factor
from game.variants.alfapower.rules.placement import examine
from game.variants.alfapower.rules.scoring import Word, score_words, turn_score
from game.variants.alfapower.rules.state import MatchState


@dataclass(frozen=True, slots=True)
class Readout:
    """`code` is why the tiles may not be played as they lie, or None; then `words`, `score` and `coins` say what
    for; `factor` is that of items, by which the sum of the words is multiplied. `tries_left` are the failed attempts
    that the seat's turn still allows, None for no limit.
    """

    code: Code | None
    words: tuple[Word, ...] = ()
    score: int = 0
    coins: int = 0
    factor: int = 1
    tries_left: int | None = None


def read_out(state: MatchState, seat: Seat, tiles: Sequence[Placed]) -> Readout:
    """What the tiles of `seat` would be worth; also while another seat is on turn, as if it were its turn now."""
    tries_left = state.tries_left if seat == state.active else state.rules.limit("tries_per_turn")
    if tries_left == 0:
        return Readout(Code.TOO_MANY_TRIES, tries_left=0)
    try:
        placement = examine(state, seat, tiles)
    except Refused as refused:
        return Readout(refused.code, tries_left=tries_left)
    words = score_words(state.board, state.rules, placement)
    factor = turn_factor(state.players[seat])
    score = turn_score(words) * factor
    return Readout(None, words, score, turn_coins(state.rules, score), factor, tries_left)
