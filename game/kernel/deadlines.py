"""The clock: when a turn or an Alfa choice runs out, and what time alone brings about.

An action counts up to GRACE after the deadline; a later one meets a turn already passed. Every other door applies the
timeout from GRACE + SLACK on, so that an action received in time is never overtaken. However it is noticed, the next
turn begins GRACE + SLACK after the deadline: noticing early or late changes nothing.
"""

from game.kernel.base_types import Millis, Seat
from game.kernel.match import PLAY, CoreState
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


def turn_ms(rules: Ruleset) -> Millis | None:
    """The length of a turn, or None without a timer."""
    seconds = rules.limit("turn_seconds")
    return None if seconds is None else seconds * 1000


def choice_deadline(deadline: Millis | None, now: Millis) -> Millis | None:
    """When an Alfa choice that begins `now` ends: with the turn, but not before 15 s; never without a timer."""
    return None if deadline is None else max(deadline, now + SHORTEST_CHOICE)


def timeout_is_due(deadline: Millis, now: Millis, *, acting: bool) -> bool:
    """Whether the deadline has passed for good at `now`: for an action that arrived then, or for any other door."""
    return now > deadline + GRACE if acting else now >= deadline + GRACE + SLACK


def turn_over_moment(state: CoreState) -> Millis | None:
    """When a turn that ran out gives way to the next; None without a running clock."""
    return None if state.deadline is None else state.deadline + GRACE + SLACK


def absence_window(rules: Ruleset) -> Millis:
    """How long a player may be away."""
    return TIMED_ABSENCE if rules.limit("turn_seconds") is not None else UNTIMED_ABSENCE


def abandon_moment(state: CoreState) -> Millis | None:
    """When a seat is abandoned unless somebody comes back: the window runs from the last sign of life.

    None while nobody is away, and for one who plays alone without a timer: nobody waits for that one.
    """
    if len(state.players) == 1 and state.rules.limit("turn_seconds") is None:
        return None
    away = [player.away_since for player in state.players if player.away_since is not None and player.out is None]
    return min(away) + absence_window(state.rules) if away else None


def abandoned_by(state: CoreState) -> Seat | None:
    """Whose window runs out first, which decides who has left whether the others are there or not.

    None where all were last heard from within TOGETHER of each other: an outage between them is likelier than a choice.
    """
    inside = [(player.away_since, seat) for seat, player in enumerate(state.players) if player.out is None]
    gone = sorted((since, seat) for since, seat in inside if since is not None)
    if 1 < len(inside) == len(gone) and gone[-1][0] - gone[0][0] <= TOGETHER:
        return None
    return gone[0][1]


def away_left_ms(state: CoreState, seat: Seat, now: Millis) -> Millis | None:
    """How long a player who is away may still come back; None for one who is there, or is never abandoned."""
    since = state.players[seat].away_since
    if since is None or abandon_moment(state) is None:
        return None
    return max(0, since + absence_window(state.rules) - now)


def due_moment(state: CoreState) -> Millis | None:
    """From when on any look at the match would change it; None when time alone changes nothing."""
    moments = [moment for moment in (turn_over_moment(state), abandon_moment(state)) if moment is not None]
    return min(moments) if moments and not state.over else None


def left_ms(state: CoreState, now: Millis) -> Millis | None:
    """The time left to show, without grace: from 0 to that of a whole turn; None without a running clock.

    A turn that begins a moment from now, after a count-in or a timeout noticed early, shows its full time until then.
    """
    if state.deadline is None:
        return None
    length = turn_ms(state.rules)
    assert length is not None  # a clock runs with a timer only
    most = max(length, SHORTEST_CHOICE) if state.phase != PLAY else length
    return min(max(0, state.deadline - now), most)
