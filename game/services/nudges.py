"""A nudge: in a slow match, from half of the turn on, another seat may remind the player on turn; the first to do so in
a turn is the only one (rules/people.md §1). It is no log entry, only news, and goes with the turn. Between two players
who are kept apart nothing is told, which the one who nudges cannot see.
"""

from collections.abc import Collection

from django.db import transaction

from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import is_slow, turn_ms
from game.kernel.match import CoreState
from game.models import Match, SeatRow
from game.services import kept_apart, match_faults, match_news, settle_due, store
from game.services.action_context import read_action_context
from news import api as news


def may_be_nudged(state: CoreState, now: Millis) -> bool:
    """Whether the turn that runs has gone on for half of its length, the reserve not counted. While a choice is open,
    which has a time of its own, no turn runs."""
    length = turn_ms(state)
    if state.outcome is not None or not is_slow(state) or state.pace.begun is None or length is None:
        return False
    return now - state.pace.begun >= length / 2


def nudged(public_ids: Collection[str]) -> set[str]:
    """Those of these matches in whose running turn the player was nudged; by one statement, none for none."""
    topics = {match_news.topic_of(public_id): public_id for public_id in public_ids}
    return {topics[topic] for topic in news.standing_topics(match_news.NUDGED, topics)}


def nudge(match_id: int, seat: Seat, now: Millis) -> bool:
    """Remind the player on turn; False where that seat may not, or another already has. Raises MatchFailed."""
    with match_faults.noted(match_id, now), transaction.atomic():
        row = store.lock(match_id)
        state = settle_due.settle_locked(row, now, read_action_context(match_id))
        if row.practice or not may_be_nudged(state, now):
            return False
        if seat == state.active or state.players[seat].out is not None or nudged([row.public_id]):
            return False
        return _tell(row, state, seat, now)


def _tell(row: Match, state: CoreState, seat: Seat, now: Millis) -> bool:
    seats = {one.seat: one for one in SeatRow.objects.filter(match=row)}
    on_turn = seats[state.active]
    if on_turn.user_id is None:
        return False
    by = seats[seat].user_id
    is_silent = by is not None and kept_apart.are_apart(by, on_turn.user_id)
    match_news.tell_nudge(row, on_turn.user_id, seats[seat].name, state.deadline, now, is_silent=is_silent)
    return True
