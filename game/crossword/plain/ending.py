"""End a match of a plain word game for two or more: an empty bag, all passing, or all but one leaving.

A game for which this is not so has an ending of its own.
"""

from collections.abc import Sequence

from game.crossword.leftovers import Total, moved_totals
from game.crossword.plain.state import PlainState, S
from game.crossword.plain.turn import end_turn
from game.crossword.turns import ALL_PASSED, BAG_EMPTY, EndByPasses
from game.kernel.endings import finish_by_totals
from game.kernel.events import Event
from game.kernel.match import Change
from game.kernel.variant import SeatTotals

PLAYED_OUT = (BAG_EMPTY, ALL_PASSED)
"""The endings that the totals decide."""


def totals(state: PlainState) -> tuple[Total, ...]:
    """The totals as they are now, per seat. Only when the bag is empty and a hand is, leftovers move."""
    return moved_totals(state, [state.hand_value(seat) for seat in range(len(state.players))], BAG_EMPTY)


def seat_totals(state: PlainState) -> tuple[SeatTotals, ...]:
    """What each seat has in the end."""
    return tuple(
        SeatTotals(total.score, total.total, scored_turns=player.scored_turns)
        for total, player in zip(totals(state), state.players, strict=True)
    )


def finish(state: S, reason: str, so_far: Sequence[Event]) -> Change[S]:
    """The match is over: those still in it by their totals, then those that left. `so_far` are the events that led
    here."""
    return finish_by_totals(state, reason, totals, so_far)


_BY_PASSES: EndByPasses[PlainState] = EndByPasses(finish, end_turn)

after_pass = _BY_PASSES.after_pass
time_out = _BY_PASSES.time_out
leave = _BY_PASSES.leave
