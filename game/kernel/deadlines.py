"""The clock: when a turn or an Alfa choice runs out, and what time alone brings about.

An action counts up to GRACE after the deadline; a later one meets a turn already passed. Every other entry point
applies the timeout from GRACE + SLACK on, so that an action received in time is never overtaken. However it is noticed,
the next turn begins GRACE + SLACK after the deadline: noticing early or late changes nothing.
"""

from dataclasses import replace

from game.kernel.base_types import Millis, Seat
from game.kernel.match import PLAY, CoreState, State
from game.kernel.pace_settings import DAY_SECONDS, RESERVE_HOURS, is_slow_clock
from game.kernel.setting_types import Ruleset

GRACE: Millis = 1_000
SLACK: Millis = 2_000
SHORTEST_CHOICE: Millis = 15_000
LEASE: Millis = 9_000
"""A player who has given no sign of life for this long is away."""
TIMED_ABSENCE: Millis = 5 * 60_000
UNTIMED_ABSENCE: Millis = 24 * 60 * 60_000
TOGETHER: Millis = 10_000
"""Players last heard from within this time of each other have left together."""
HOUR: Millis = 60 * 60_000
SLOW_CHOICE: Millis = 12 * HOUR
"""How long a slow match waits for an Alfa choice, whatever is left of the turn."""
ADJOURNED_TURN: Millis = 3 * DAY_SECONDS * 1_000
ADJOURNED_RESERVE: Millis = 72 * HOUR


def is_slow(state: CoreState) -> bool:
    """Whether a turn may take days: then absence has no effect."""
    return state.pace.adjourned or is_slow_clock(state.rules.limit("turn_seconds"))


def is_live(state: CoreState) -> bool:
    """Whether there is a clock, and one that all sit at."""
    return state.rules.limit("turn_seconds") is not None and not is_slow(state)


def turn_ms(state: CoreState) -> Millis | None:
    """The length of a turn, without any reserve, or None without a timer."""
    if state.pace.adjourned:
        return ADJOURNED_TURN
    seconds = state.rules.limit("turn_seconds")
    return None if seconds is None else seconds * 1000


def full_reserve(state: CoreState) -> Millis:
    """What each seat of a slow match begins with."""
    if state.pace.adjourned:
        return ADJOURNED_RESERVE
    return int(state.rules.values.get(RESERVE_HOURS.key, 0)) * HOUR


def begin_turn_clock(state: State, seat: Seat, now: Millis) -> State:
    """Charge the turn that ends `now`, and give the move to `seat` with the full time of a turn, and in a slow match
    with what is left of its reserve."""
    length = turn_ms(state)
    if length is None or not is_slow(state):
        held = now if length is not None and state.pace.put_off_of(seat) else None
        pace = state.pace if held == state.pace.held else replace(state.pace, held=held)
        return replace(state, active=seat, deadline=None if length is None else now + length, pace=pace)
    state = charge_turn(state, now)
    reserves = state.pace.reserves or (full_reserve(state),) * len(state.players)
    pace = replace(state.pace, begun=now, reserves=reserves)
    return replace(state, active=seat, deadline=now + length + reserves[seat], pace=pace)


def charge_turn(state: State, now: Millis) -> State:
    """Take what the turn has run over by `now` from the reserve of the seat on turn; once a turn."""
    length, pace = turn_ms(state), state.pace
    if pace.begun is None or length is None:
        return state
    over = max(0, now - pace.begun - length)
    reserves = tuple(max(0, left - over) if seat == state.active else left for seat, left in enumerate(pace.reserves))
    return replace(state, pace=replace(pace, begun=None, reserves=reserves))


def begin_choice_clock(state: State, now: Millis) -> State:
    """The clock of an Alfa choice that begins `now`: it ends with the turn, but not before 15 s; never without a timer.
    In a slow match the turn is charged as of the word, and the choice has 12 h."""
    if state.deadline is None:
        return state
    if is_slow(state):
        return replace(charge_turn(state, now), deadline=now + SLOW_CHOICE)
    return replace(state, deadline=max(state.deadline, now + SHORTEST_CHOICE))


def begin_adjourned_clock(state: State, now: Millis) -> State:
    """From `now` on the match is slow: no player is away, the turn that runs begins anew, a choice stays open."""
    players = tuple(replace(player, away_since=None) for player in state.players)
    reserves = (ADJOURNED_RESERVE,) * len(players)
    pace = replace(state.pace, adjourned=True, reserves=reserves, begun=None, put_off=(), held=None)
    state = replace(state, players=players, pace=pace)
    if state.phase == PLAY:
        return begin_turn_clock(state, state.active, now)
    return replace(state, deadline=now + SLOW_CHOICE)


def timeout_is_due(deadline: Millis, now: Millis, *, acting: bool) -> bool:
    """Whether the deadline has passed for good at `now`: for an action that arrived then, or any other entry point."""
    return now > deadline + GRACE if acting else now >= deadline + GRACE + SLACK


def turn_over_moment(state: CoreState) -> Millis | None:
    """When a turn that ran out gives way to the next; None without a running clock, also while it is held."""
    if state.deadline is None or state.pace.held is not None:
        return None
    return state.deadline + GRACE + SLACK


def timeout_moment(state: CoreState, now: Millis) -> Millis:
    """When the next turn begins after a timeout that is noticed `now`: at the timeout's own moment, however that was
    noticed."""
    moment = turn_over_moment(state)
    return now if moment is None else moment


def absence_window(rules: Ruleset) -> Millis:
    """How long a player may be away from a match that is not slow."""
    return TIMED_ABSENCE if rules.limit("turn_seconds") is not None else UNTIMED_ABSENCE


def abandon_moment(state: CoreState) -> Millis | None:
    """When a seat is abandoned unless a player comes back: the window runs from the last sign of life.

    None while no player is away, in a slow match, and for one who plays alone without a timer: no other player waits.
    """
    if is_slow(state) or (len(state.players) == 1 and state.rules.limit("turn_seconds") is None):
        return None
    ends = [end for seat in state.inside if (end := window_end(state, seat)) is not None]
    return min(ends) if ends else None


def window_end(state: CoreState, seat: Seat) -> Millis | None:
    """Until when a seat that is away may come back; None for one who is there."""
    since = state.players[seat].away_since
    return None if since is None else since + absence_window(state.rules) + state.pace.put_off_of(seat)


def abandoned_by(state: CoreState) -> Seat | None:
    """Whose window runs out first, which decides who has left whether the others are there or not.

    None where all were last heard from within TOGETHER of each other: an outage between them is likelier than a choice.
    """
    inside = [(player.away_since, seat) for seat, player in enumerate(state.players) if player.out is None]
    gone = sorted(since for since, _ in inside if since is not None)
    if 1 < len(inside) == len(gone) and gone[-1] - gone[0] <= TOGETHER:
        return None
    return min((end, seat) for seat in state.inside if (end := window_end(state, seat)) is not None)[1]


def away_left_ms(state: CoreState, seat: Seat, now: Millis) -> Millis | None:
    """How long a player who is away may still come back; None for one who is there or out, or is never abandoned."""
    end = None if state.players[seat].out is not None else window_end(state, seat)
    return None if end is None or abandon_moment(state) is None else max(0, end - now)


def due_moment(state: CoreState) -> Millis | None:
    """The moment from which time alone changes the match; None when it changes nothing."""
    moments = [moment for moment in (turn_over_moment(state), abandon_moment(state)) if moment is not None]
    return min(moments) if moments and not state.over else None


def left_ms(state: CoreState, now: Millis) -> Millis | None:
    """The time left to show, without grace: from 0 to that of a whole turn; None without a running clock.

    A turn that begins a moment from now, after a count-in or a timeout noticed early, shows its full time until then.
    """
    if state.deadline is None:
        return None
    length = turn_ms(state)
    assert length is not None  # a clock runs with a timer only
    if is_slow(state):
        most = length + state.pace.reserves[state.active] if state.phase == PLAY else SLOW_CHOICE
    else:
        most = max(length, SHORTEST_CHOICE) if state.phase != PLAY else length
    return min(max(0, state.deadline - (now if state.pace.held is None else state.pace.held)), most)


def reserves_left(state: CoreState, now: Millis) -> tuple[Millis, ...]:
    """What each seat of a slow match has left of its reserve at `now`, the running turn charged; () in others."""
    return charge_turn(state, now).pace.reserves
