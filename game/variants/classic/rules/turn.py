"""Turns of Classic: what the seat on turn may do, and whose turn is next."""

from collections.abc import Sequence

from game.crossword.actions import Place
from game.crossword.plain.state import PlainState
from game.crossword.plain.turn import end_turn, has_failed, lay
from game.crossword.turns import BAG_EMPTY, count_pass, forfeits
from game.kernel import events
from game.kernel.actions import Pass, Timeout
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import timeout_moment
from game.kernel.endings import FORFEITED
from game.kernel.events import Event, passed
from game.kernel.match import Env
from game.variants.classic.rules import ending
from game.variants.classic.rules.ending import Change


def place(state: PlainState, seat: Seat, action: Place, env: Env) -> Change:
    """Lay tiles. Words that are not in the list cost nothing: the first event is then `attempt_failed`."""
    state, facts = lay(state, seat, action, env)
    if has_failed(facts):
        return state, facts
    if not state.players[seat].hand:
        return ending.finish_by_totals(state, BAG_EMPTY, facts)
    return end_turn(state, env.now, facts)


def pass_turn(state: PlainState, seat: Seat, action: Pass, env: Env) -> Change:
    """End the turn without a word; the last pass in a row that the rules allow ends the match."""
    state = count_pass(state, seat)
    return _after_a_pass(state, seat, env.now, [passed(seat, conceded=ending.has_conceded(state, seat))])


def time_out(state: PlainState, seat: Seat, action: Timeout, env: Env) -> Change:
    """The clock ran out: a pass. However it was noticed, the next turn begins at the timeout's own moment."""
    now = timeout_moment(state, env.now)
    state = count_pass(state, seat, timed_out=True)
    facts = [events.timed_out(seat)]
    if forfeits(state, seat):
        return ending.lose(state, seat, FORFEITED, so_far=facts)
    return _after_a_pass(state, seat, now, facts)


def _after_a_pass(state: PlainState, seat: Seat, now: Millis, facts: Sequence[Event]) -> Change:
    if ending.is_stalled(state, seat):
        return ending.finish_by_totals(state, ending.STALLED, facts)
    if ending.has_conceded(state, seat):
        return ending.lose(state, seat, ending.CONCEDED, so_far=facts)
    return end_turn(state, now, facts)
