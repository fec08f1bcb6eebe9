"""Settle matches: apply what the clock, absences and outages have brought about, to one match or to all that are due.

Every entry point calls this: action, page, socket, heartbeat, nudge, sweep. Which comes first changes nothing.
"""

import logging
from collections.abc import Collection, Sequence

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F

from game.dispatch.steps import apply, settle
from game.due_statements import due_matches, match_and_due, matches_and_due
from game.kernel.actions import Action, Credit, Leave
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import NoChance
from game.kernel.deadlines import timeout_is_due
from game.kernel.match import CoreState, Env
from game.models import Match, Outage, SeatRow
from game.services import deal_numbers, match_faults, outages, store
from game.services.action_context import ActionContext, Lease, read_action_context
from game.services.match_faults import TRIED_AGAIN_AFTER, MatchFailed

log = logging.getLogger(__name__)

MOST_A_SWEEP = 200


def apply_system(row: Match, state: CoreState, seat: Seat, action: Action, now: Millis) -> CoreState:
    """Apply and log one of the service's own steps, which draws nothing and looks nothing up."""
    now = store.moment_of(row, now)
    step = apply(state, seat, action, Env(now, frozenset(), NoChance()))
    logged_seat = None if isinstance(action, Credit) else seat
    store.append(row, step, seat=logged_seat, action=action, at=now)
    return step.state


def settle_locked(row: Match, now: Millis, context: ActionContext, acted_at: Millis | None = None) -> CoreState:
    """Apply and log all that is due in a locked match, within `match_faults.noted`; gives the state after it.

    For an action the clocks are judged by the moment of its arrival, `acted_at`, with the grace of an action.
    Outages first, so that no player is charged for them; then who has left; then the clocks. A request may notice an
    outage that has just ended before the pulse does: then the request records it.
    """
    with match_faults.found():
        state = _settle(row, store.load(row), now, context, acted_at)
        match_faults.forgive(row)
    return state


def _settle(row: Match, state: CoreState, now: Millis, context: ActionContext, acted_at: Millis | None) -> CoreState:
    if outages.is_too_old(context.pulse, now):
        outages.stamp(now)
        context = read_action_context(row.pk)
    if context.last_outage > row.outages_seen:
        missed = Outage.objects.filter(pk__gt=row.outages_seen).order_by("pk")
        if row.slow:
            state = _credit_slow(row, state, list(missed))
        else:
            for outage in missed:
                state = _credit(row, state, outage)
        context = read_action_context(row.pk)
    if state.outcome is None:
        state = _lapse(row, state, now, context.leases)
    if acted_at is not None:
        return _run_clocks(row, state, acted_at, acting=True)
    return _run_clocks(row, state, now, acting=False)


def _credit(row: Match, state: CoreState, outage: Outage) -> CoreState:
    """What was due before the outage stays due; then every clock is put off by its length and time to come back.

    A match that began after it was over, but before it was written down, is owed nothing.
    """
    if outage.to_at <= row.started_at:
        row.outages_seen = outage.pk
        row.save(update_fields=["outages_seen"])
        return state
    state = _run_clocks(row, state, outage.from_at, acting=True)
    row.outages_seen = outage.pk
    if state.outcome is not None:
        row.save(update_fields=["outages_seen"])
        return state
    length = outages.credit_of(outage)
    SeatRow.objects.filter(match=row, away=False, seen_at__lt=outage.to_at).update(seen_at=F("seen_at") + length)
    return apply_system(row, state, state.active, Credit(length), outage.to_at)


def _credit_slow(row: Match, state: CoreState, missed: Sequence[Outage]) -> CoreState:
    """What slow matches are owed for outages is added up and written as one entry, unless a clock had run out between
    two of them."""
    owed, ended_at = 0, row.started_at
    for outage in missed:
        row.outages_seen = outage.pk
        if state.deadline is None or outage.to_at <= row.started_at:
            continue
        if timeout_is_due(state.deadline + owed, outage.from_at, acting=True):
            state = _run_clocks(row, _owed(row, state, owed, ended_at), outage.from_at, acting=True)
            owed = 0
        if state.deadline is not None:
            owed += outages.slow_credit_of(outage, state.deadline + owed)
            ended_at = outage.to_at
    row.save(update_fields=["outages_seen"])
    return _owed(row, state, owed, ended_at)


def _owed(row: Match, state: CoreState, owed: Millis, at: Millis) -> CoreState:
    return apply_system(row, state, state.active, Credit(owed), at) if owed else state


def _lapse(row: Match, state: CoreState, now: Millis, leases: Sequence[Lease]) -> CoreState:
    """A seat whose lease has run out is away since its last sign of life. Absence does not count in practice, in a slow
    match, or for a seat that has left the match for good: its row alone says that its page is closed."""
    if row.practice or row.slow:
        return state
    for lease in leases:
        if lease.away or lease.lapses_at > now:
            continue
        # A sign of life may have come since the context was read: only a lease that is still the one read has lapsed.
        still = SeatRow.objects.filter(match=row, seat=lease.seat, seen_at=lease.seen_at)
        if still.update(away=True) and state.players[lease.seat].out is None:
            state = apply_system(row, state, lease.seat, Leave(lease.seen_at), lease.lapses_at)
    return state


def _run_clocks(row: Match, state: CoreState, now: Millis, *, acting: bool) -> CoreState:
    chance = deal_numbers.ChanceOf(row)
    for settled in settle(state, now, acting=acting, chance=chance):
        store.append(row, settled.step, seat=settled.seat, action=settled.action, at=settled.moment)
        state = settled.step.state
    return state


def enforce(match_id: int, now: Millis) -> None:
    """Bring one match up to date for `now`; does nothing when nothing is due. Raises MatchFailed."""
    with match_faults.noted(match_id, now), transaction.atomic():
        settle_locked(store.lock(match_id), now, read_action_context(match_id))


def settled(match_id: int, now: Millis) -> Match:
    """The match's row with all that was due applied: reading a match is enough to bring it up to date.

    Raises Match.DoesNotExist and MatchFailed.
    """
    found = match_and_due(match_id, now)
    if found is None:
        raise Match.DoesNotExist(f"no match {match_id}")
    row, is_due = found
    if not is_due:
        return row
    enforce(match_id, now)
    return Match.objects.get(pk=match_id)


def rows_in_which_nothing_is_due(match_ids: Collection[int], now: Millis) -> dict[int, Match]:
    """Of these matches the rows that are right for `now`, by one statement; the others are for `settled`."""
    return {row.pk: row for row, is_due in matches_and_due(match_ids, now) if not is_due}


def sweep(now: Millis) -> int:
    """Enforce every live match that is due, oldest first, each in its own transaction; how many were.

    While no web process is ready nothing is swept: no player could have acted. A match that fails, or that is locked
    for too long, holds up no other; one that failed is left alone for an hour.
    """
    if outages.is_out(now):
        return 0
    match_ids = due_matches(now, now - TRIED_AGAIN_AFTER, MOST_A_SWEEP)
    for match_id in match_ids:
        try:
            enforce(match_id, now)
        except MatchFailed:
            continue  # already logged
        except (OperationalError, InterfaceError) as error:
            if not connection.is_usable():
                raise
            log.warning("match %s: could not be swept this time (%s)", match_id, error)
    return len(match_ids)


def announce_ends_again(now: Millis) -> int:
    """Send again the ends that a receiver failed to handle, each in its own transaction; returns how many were due."""
    due = Match.objects.filter(tell_at__lte=now).order_by("tell_at")
    match_ids = list(due.values_list("pk", flat=True)[:MOST_A_SWEEP])
    for match_id in match_ids:
        with transaction.atomic():
            row = store.lock(match_id)
            if row.tell_at is not None and row.tell_at <= now:
                store.tell_end(row, now)
    return len(match_ids)
