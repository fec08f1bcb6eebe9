"""The live readout of an option as it is being carried out (K7): legal or the named reason, the new runs, and what each
would pay to whom if it is a word.

Never told whether one is: the list may confirm words, not give ideas.
"""

from dataclasses import dataclass

from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused
from game.variants.keebble.actions import Take
from game.variants.keebble.deed import carry_out
from game.variants.keebble.scoring import Word, possible_words
from game.variants.keebble.state import MatchState


@dataclass(frozen=True, slots=True)
class Readout:
    """`code` is why the option may not be carried out so, or None; then `points` are what it gives by itself, and
    `runs` has for each new run the words it would be, one for each way in which it is read."""

    code: Code | None
    points: int = 0
    runs: tuple[tuple[Word, ...], ...] = ()


def read_out(state: MatchState, seat: Seat, take: Take) -> Readout:
    """What the option would come to for `seat`; also while another seat is on turn, as if it were its turn now. Raises
    BadField for a malformed field that the option needs."""
    try:
        deed = carry_out(state, seat, take)
    except Refused as refused:
        return Readout(refused.code)
    return Readout(None, deed.points, possible_words(state, deed.after.board, seat))
