"""Time takes effect: what the clock alone has brought about is applied to one match, or to all that are due.

Every door ends here: an action, a page, a socket, a heartbeat, a nudge, the sweep. Which comes first changes nothing.
"""

import logging

from django.db import transaction
from django.db.models import F

from game.models import Match
from game.rules.actions import Timeout
from game.rules.basics import Millis
from game.rules.deadlines import GRACE, SLACK
from game.rules.reducer import settle
from game.rules.state import MatchState
from game.services import store

log = logging.getLogger(__name__)

MOST_A_SWEEP = 200
PAUSE_AFTER_FAULT: Millis = 60_000


def settle_locked(row: Match, state: MatchState, now: Millis, *, acting: bool) -> MatchState:
    """Apply and log all that is due in a locked match; gives the state after it."""
    for moment, seat, step in settle(state, now, acting=acting):
        store.append(row, step, seat=seat, action=Timeout(), at=moment)
        state = step.state
    return state


def enforce(match_id: int, now: Millis) -> None:
    """Make one match right for `now`; does nothing when nothing is due."""
    with transaction.atomic():
        row = store.lock(match_id)
        settle_locked(row, store.load(row), now, acting=False)


def enforce_if_due(match_id: int, deadline: Millis | None, now: Millis) -> bool:
    """`enforce` when the deadline, as just read from the row, calls for it; tells whether it did."""
    if deadline is None or now < deadline + GRACE + SLACK:
        return False
    enforce(match_id, now)
    return True


def sweep(now: Millis) -> int:
    """Enforce every live match that is due, oldest deadline first, each in its own transaction; how many were.

    A match that fails is logged and its column, an index into the state and not the truth, put off a minute, so that
    it cannot hold up the others.
    """
    due = Match.objects.filter(status=Match.Status.LIVE, deadline__lte=now - GRACE - SLACK)
    match_ids = list(due.order_by("deadline").values_list("pk", flat=True)[:MOST_A_SWEEP])
    for match_id in match_ids:
        try:
            enforce(match_id, now)
        except Exception:
            log.exception("match %s: the sweep failed", match_id)
            Match.objects.filter(pk=match_id).update(deadline=F("deadline") + PAUSE_AFTER_FAULT)
    return len(match_ids)
