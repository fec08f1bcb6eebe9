"""How a match ends, as far as games share it: endings by leaving, places, and how a record holds them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from game.kernel import events
from game.kernel.actions import Abandon, Action, Resign
from game.kernel.base_types import Millis, Seat
from game.kernel.events import Event
from game.kernel.match import OVER, Change, CoreState, Env, Outcome, State
from game.kernel.variant import Handler

RESIGNED = "resigned"
FORFEITED = "forfeited"
ABANDONED = "abandoned"
CALLED_OFF = "called_off"

LEFT = (RESIGNED, FORFEITED, ABANDONED)
"""How a match ends that somebody left."""


def finish(
    state: State, outcome: Outcome, so_far: Sequence[Event] = (), *, tells_places: bool = False
) -> Change[State]:
    """The match is over; `so_far` are the events that led here. The last of them has the places where a game gives
    them."""
    over = replace(state, phase=OVER, deadline=None, outcome=outcome)
    places = None if outcome.places is None else list(outcome.places)
    told = {"places": places} if tells_places else {}
    return over, [*so_far, events.match_ended(outcome.reason, outcome.winner, **told)]


def finish_without_result(state: State, reason: str, *, tells_places: bool = False) -> Change[State]:
    """The match is over without a winner, as where all have gone."""
    return finish(state, Outcome(reason, None), tells_places=tells_places)


def finish_by_totals(
    state: State, reason: str, totals: Callable[[State], Sequence[Any]], so_far: Sequence[Event], *,
    tells_places: bool = False,
) -> Change[State]:  # fmt: skip
    """The match is over, and the `totals` it then has decide: those still in it by them, then those that left."""
    sums = [total.total for total in totals(replace(state, outcome=Outcome(reason, None)))]
    return finish(state, outcome_of(reason, places_with_the_gone(state, sums)), so_far, tells_places=tells_places)


def outcome_of(reason: str, places: Sequence[int]) -> Outcome:
    """The end by these places, one for each seat; a shared first place has no winner."""
    winner = places.index(1) if places.count(1) == 1 else None
    return Outcome(reason, winner, tuple(places))


def places_of_one_who_left(seat: Seat, seats: int) -> tuple[int, ...]:
    """The places where one seat has left, and so has lost."""
    return tuple(2 if place == seat else 1 for place in range(seats))


def places_with_the_gone(state: CoreState, sums: Sequence[int]) -> tuple[int, ...]:
    """The places: those in the match by their totals, equal ones alike; then those that left, the last to leave
    first."""
    inside = state.inside
    places = {seat: 1 + sum(sums[other] > sums[seat] for other in inside) for seat in inside}
    for place, seat in enumerate(reversed(state.gone), start=len(inside) + 1):
        places[seat] = place
    return tuple(places[seat] for seat in range(len(state.players)))


def lose_by_leaving(
    state: State, seat: Seat, reason: str, now: Millis = 0, so_far: Sequence[Event] = (), *, tells_places: bool = False
) -> Change[State]:
    """The seat has left, and so has lost, whatever the scores."""
    places = places_of_one_who_left(seat, len(state.players))
    return finish(state, outcome_of(reason, places), so_far, tells_places=tells_places)


def leaving(
    leave: Callable[[Any, Seat, str, Millis], Change[Any]], all_gone: Callable[[Any, str], Change[Any]]
) -> Mapping[type[Action], Handler]:
    """The handlers of resigning and of staying away too long: `leave(state, seat, reason, now)` where one goes,
    `all_gone(state, reason)` where no player is left."""

    def resign(state: Any, seat: Seat, action: Resign, env: Env) -> Change[Any]:
        return leave(state, seat, RESIGNED, env.now)

    def abandon(state: Any, seat: Seat, action: Abandon, env: Env) -> Change[Any]:
        return all_gone(state, ABANDONED) if action.everyone else leave(state, seat, ABANDONED, env.now)

    return {Resign: Handler(resign, None), Abandon: Handler(abandon, None)}


def places_told(state: CoreState) -> list[int] | None:
    """The places as a record holds them."""
    return None if state.outcome is None or state.outcome.places is None else list(state.outcome.places)


def totals_told(totals: Sequence[Any]) -> list[dict[str, int]]:
    """The final reckoning of each seat as a record holds it: its fields, and the `total` they come to."""
    return [{**asdict(total), "total": total.total} for total in totals]
