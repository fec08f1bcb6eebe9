"""Turns begin here, in every game: the first one of a match, and each that follows another."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.kernel import events
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import begin_turn_clock
from game.kernel.events import Event
from game.kernel.match import Change, State, Step
from game.kernel.variant import Dealt


def first_turn(state: Any, now: Millis, so_far: Sequence[Event] = (), order: tuple[int, ...] | None = None) -> Dealt:
    """The match begins with the turn of seat 0; `so_far` are the events of its deal, `order` is as in `Dealt`."""
    state = begin_turn_clock(state, 0, now)
    return Dealt(Step(state, (*so_far, events.turn_began(0, state.turn, state.deadline))), order)


def next_turn(state: State, seat: Seat, now: Millis, so_far: Sequence[Event]) -> Change[State]:
    """The turn of `seat` begins at `now`, with the full time of a turn; `so_far` are the events that led here."""
    state = begin_turn_clock(replace(state, turn=state.turn + 1), seat, now)
    return state, [*so_far, events.turn_began(seat, state.turn, state.deadline)]
