"""The live readout of an option as it is being carried out (K7): legal or the named reason, the new runs, and what each
would pay to whom if it is a word.

It never gets the word list, which may confirm words, not give ideas.
"""

from dataclasses import dataclass

from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.apply_option import Deed, carry_out, option_of
from game.variants.keebble.rules.choices import choices
from game.variants.keebble.rules.scoring import Word, possible_words
from game.variants.keebble.rules.state import MatchState

INCOMPLETE = (Code.WRONG_COUNT, Code.MUST_OVERWRITE)
"""Why an option that is not carried out to its end yet may not be taken."""


@dataclass(frozen=True, slots=True)
class Readout:
    """`code` is why the option may not be carried out so, or None. `points` are what it gives by itself; `runs` has for
    each new run the words it would be, one for each way in which it is read, also where not all is chosen yet. `due`
    targets are to be chosen in all, of which `cells` (by index) may be the next one."""

    code: Code | None
    points: int = 0
    runs: tuple[tuple[Word, ...], ...] = ()
    due: int = 0
    cells: tuple[int, ...] = ()


def read_out(state: MatchState, seat: Seat, take: Take) -> Readout:
    """What the option would come to for `seat`; also while another seat is on turn, as if it were its turn now. Raises
    BadField for a malformed field that the option needs."""
    try:
        option = option_of(state, take)
    except Refused as refused:
        return Readout(refused.code)
    due, cells = choices(state, seat, option, take)
    code: Code | None = None
    deed: Deed | None = None
    try:
        deed = carry_out(state, seat, take)
    except Refused as refused:
        code = refused.code
        if code in INCOMPLETE:
            deed = _so_far(state, seat, take)
    if deed is None:
        return Readout(code, due=due, cells=cells)
    return Readout(code, deed.points, possible_words(state, deed.after.board, seat), due, cells)


def _so_far(state: MatchState, seat: Seat, take: Take) -> Deed | None:
    """What has been chosen so far, or None where that may not be either."""
    try:
        return carry_out(state, seat, take, whole=False)
    except Refused:
        return None
