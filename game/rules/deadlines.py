"""The clock: when a turn or an Alfa choice runs out, and what time alone brings about.

An action counts up to GRACE after the deadline; a later one meets a turn already passed. Every other door applies the
timeout from GRACE + SLACK on, so that an action received in time is never overtaken. However it is noticed, the next
turn begins GRACE + SLACK after the deadline: noticing early or late changes nothing.
"""

from game.rules.basics import Millis
from game.rules.options import Ruleset
from game.rules.state import MatchState, Phase

GRACE: Millis = 1_000
SLACK: Millis = 2_000
SHORTEST_CHOICE: Millis = 15_000


def turn_ms(rules: Ruleset) -> Millis | None:
    """The length of a turn, or None without a timer."""
    seconds = rules.limit("turn_seconds")
    return None if seconds is None else seconds * 1000


def choice_deadline(deadline: Millis | None, now: Millis) -> Millis | None:
    """When an Alfa choice that begins `now` ends: with the turn, but not before 15 s; never without a timer."""
    return None if deadline is None else max(deadline, now + SHORTEST_CHOICE)


def timeout_is_due(state: MatchState, now: Millis, *, acting: bool) -> bool:
    """Whether the deadline has passed for good at `now`: for an action that arrived then, or for any other door."""
    if state.deadline is None:
        return False
    if acting:
        return now > state.deadline + GRACE
    return now >= state.deadline + GRACE + SLACK


def timeout_moment(state: MatchState) -> Millis | None:
    """The moment at which a timeout takes effect and the next turn begins; None without a running clock."""
    return None if state.deadline is None else state.deadline + GRACE + SLACK


def left_ms(state: MatchState, now: Millis) -> Millis | None:
    """The time left to show, without grace: from 0 to that of a whole turn; None without a running clock.

    A turn that begins a moment from now, after a count-in or a timeout noticed early, shows its full time until then.
    """
    length = turn_ms(state.rules)
    if state.deadline is None or length is None:
        return None
    most = max(length, SHORTEST_CHOICE) if state.phase is Phase.ALFA else length
    return min(max(0, state.deadline - now), most)
