"""Ends by agreement: calling a match off in its first turns, and adjourning a live one, which goes on as a slow one.

Offer and agreement are one action: where none of its kind stands it is an offer, else an agreement to it. Both stand
until the turn ends; with those of all the seats in the match the last one has done it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.kernel import events
from game.kernel.actions import Action, Adjourn, CallOff
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import begin_adjourned_clock, is_live
from game.kernel.endings import CALLED_OFF
from game.kernel.events import Event
from game.kernel.match import Change, CoreState, Env, Offers, State
from game.kernel.refusals import Code, Refused
from game.kernel.variant import Handler

MOST_OFFERS = 2
"""Offers of a kind that a seat may make in a match; agreements are not counted."""
TURNS_TO_CALL_OFF = 2
"""Until each seat has ended so many turns, a match may be called off."""
KINDS = ("call_off", "adjourn")
"""The kinds of offer, by the action and by the field of `Pace`."""


def agreements(call_off: Callable[[Any, str], Change[Any]]) -> Mapping[type[Action], Handler]:
    """The handlers of both kinds; `call_off(state, reason)` ends the match without a result."""

    def offer_call_off(state: Any, seat: Seat, action: CallOff, env: Env) -> Change[Any]:
        state, facts = _say(state, seat, action.do)
        if not _all_have_said(state, state.pace.call_off):
            return state, facts
        state, ended = call_off(state, CALLED_OFF)
        return state, [*facts, *ended]

    def offer_adjourn(state: Any, seat: Seat, action: Adjourn, env: Env) -> Change[Any]:
        state, facts = _say(state, seat, action.do)
        if not _all_have_said(state, state.pace.adjourn):
            return state, facts
        return _adjourned(state, env.now, facts)

    return {CallOff: Handler(offer_call_off, None), Adjourn: Handler(offer_adjourn, None)}


def standing(state: CoreState, kind: str) -> Offers:
    """What is offered of a kind."""
    return state.pace.call_off if kind == CallOff.do else state.pace.adjourn


def why_not(state: CoreState, seat: Seat, kind: str) -> Code | None:
    """Why a seat in the match may neither offer this nor agree to it now; None where it may."""
    offers = standing(state, kind)
    if kind == CallOff.do and state.turn > TURNS_TO_CALL_OFF * len(state.players):
        return Code.TOO_LATE
    if kind == Adjourn.do and not is_live(state):
        return Code.NOT_LIVE
    if seat in offers.said:
        return Code.ALREADY_OFFERED
    if not offers.said and offers_left(state, seat, kind) == 0:
        return Code.OFFERS_SPENT
    return None


def offers_left(state: CoreState, seat: Seat, kind: str) -> int:
    """How many offers of a kind a seat may still make."""
    return MOST_OFFERS - standing(state, kind).made.count(seat)


def offers_after(before: CoreState, after: State) -> State:
    """The match with the offers that still stand after a step: none once the turn has ended, or the match; a player who
    has left withdraws their own word, and if all who stay had said yes that lapses too."""
    if after.pace.call_off.said == after.pace.adjourn.said == ():
        return after
    pace = after.pace
    if after.over or after.turn != before.turn:
        call_off, adjourn = replace(pace.call_off, said=()), replace(pace.adjourn, said=())
    elif after.inside != before.inside:
        call_off, adjourn = _without_the_gone(after, pace.call_off), _without_the_gone(after, pace.adjourn)
    else:
        return after
    return replace(after, pace=replace(pace, call_off=call_off, adjourn=adjourn))


def _without_the_gone(state: CoreState, offers: Offers) -> Offers:
    said = tuple(seat for seat in offers.said if seat in state.inside)
    return replace(offers, said=() if len(said) == len(state.inside) else said)


def _say(state: State, seat: Seat, kind: str) -> Change[State]:
    """Note the word of a seat. Raises Refused."""
    if (code := why_not(state, seat, kind)) is not None:
        raise Refused(code)
    offers = standing(state, kind)
    agrees = bool(offers.said)
    made = offers.made if agrees else (*offers.made, seat)
    said, pace = Offers((*offers.said, seat), made), state.pace
    pace = replace(pace, call_off=said) if kind == CallOff.do else replace(pace, adjourn=said)
    return replace(state, pace=pace), [events.offered(seat, kind, agrees)]


def _all_have_said(state: CoreState, offers: Offers) -> bool:
    return set(offers.said) == set(state.inside)


def _adjourned(state: State, now: Millis, facts: Sequence[Event]) -> Change[State]:
    state = begin_adjourned_clock(state, now)
    deadline = state.deadline
    assert deadline is not None  # it is slow now
    state = replace(state, pace=replace(state.pace, adjourn=replace(state.pace.adjourn, said=())))
    return state, [*facts, events.adjourned(deadline)]
