"""End a match of a plain word game for two or more: an empty bag, all passing, or all but one leaving.

A game for which this is not so has an ending of its own.
"""

from collections.abc import Sequence
from dataclasses import replace

from game.crossword.leftovers import Total, moved_totals
from game.crossword.plain.state import PlainState, S
from game.crossword.plain.turn import end_turn
from game.kernel import endings, events
from game.kernel.base_types import Millis, Seat
from game.kernel.endings import outcome_of, places_with_the_gone
from game.kernel.events import Event
from game.kernel.match import Change, Outcome
from game.kernel.variant import SeatTotals

BAG_EMPTY = "bag_empty"
ALL_PASSED = "all_passed"

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
    sums = [total.total for total in totals(replace(state, outcome=Outcome(reason, None)))]
    return endings.finish(state, outcome_of(reason, places_with_the_gone(state, sums)), so_far)


def have_passed(state: PlainState) -> bool:
    """Whether every seat still in the match has passed as often in a row as the rules allow."""
    most = state.rules.number("passes_to_end")
    return all(state.players[seat].passes >= most for seat in state.inside)


def after_pass(state: S, now: Millis, so_far: Sequence[Event]) -> Change[S]:
    """The match goes on after a pass, unless now all have passed."""
    return finish(state, ALL_PASSED, so_far) if have_passed(state) else end_turn(state, now, so_far)


def leave(state: S, seat: Seat, reason: str, now: Millis, so_far: Sequence[Event] = ()) -> Change[S]:
    """The seat leaves for good, and its hand stays with it. The others play on, unless there is but one, or all of them
    have passed; and the turn is the next one's only if it was the seat's."""
    state = state.put_player(seat, replace(state.players[seat], out=len(state.gone) + 1))
    so_far = [*so_far, events.seat_out(seat, reason)]
    if len(state.inside) <= 1:
        return finish(state, reason, so_far)
    if have_passed(state):
        return finish(state, ALL_PASSED, so_far)
    return end_turn(state, now, so_far) if seat == state.active else (state, so_far)
