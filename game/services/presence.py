"""Presence of players: a lease that each heartbeat renews. Nothing relies on a goodbye.

Two pages of one player are one presence, since both renew the same lease; a reload is over before it runs out.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db import transaction

from game.kernel.actions import Return
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import LEASE
from game.kernel.match import CoreState
from game.models import Match, SeatRow
from game.seat_statements import renew_fresh_lease, renew_fresh_leases, renew_lease
from game.services import match_faults, matches, settle_due, store
from game.services.action_context import read_action_context
from game.services.matches import PUBLIC_ID

GOODBYE: Millis = 5_000
"""The lease of a seat whose page said goodbye: long enough for a reload."""


class Place(NamedTuple):
    """A seat of a match. A tuple, because as a key it is looked up several times for each page and beat."""

    match_id: int
    seat: Seat


def places(asked: Collection[tuple[str, int]]) -> dict[tuple[str, int], Place]:
    """Where these users sit in these matches, by public id and user; by one statement, and one more where all play at
    one device."""
    sought = {(public_id, user_id) for public_id, user_id in asked if PUBLIC_ID.fullmatch(public_id)}
    rows = SeatRow.objects.filter(
        match__public_id__in={public_id for public_id, _ in sought}, user_id__in={user_id for _, user_id in sought}
    ).values_list("match__public_id", "user_id", "match_id", "seat", "match__one_device")
    found = [row for row in rows if row[:2] in sought]
    on_turn = matches.seats_on_turn([match_id for _, _, match_id, _, one_device in found if one_device])
    return {
        (public_id, user_id): Place(match_id, on_turn.get(match_id, seat))
        for public_id, user_id, match_id, seat, _ in found
    }


def renew(signs: Mapping[Place, Millis], looking: Collection[Place] = frozenset()) -> set[Place]:
    """Write the last signs of life of many seats by one statement; returns those that were written. `looking`: those of
    them with a visible page.

    Left out are a seat whose lease had lapsed, or is recorded as away, and one that another transaction is writing: a
    transaction that holds one lock and waits for the next could deadlock. Each of them is for `touch`.
    """
    return set(map(Place._make, renew_fresh_leases(signs, LEASE, looking)))


def touch(match_id: int, seat: Seat, now: Millis, *, looks: bool = False) -> None:
    """Record a sign of life of the seat, from a visible page or not. A lease that had lapsed, noticed or not, is
    recorded as an absence and a return; not in a slow match, where absence does not count."""
    if renew_fresh_lease(match_id, seat, now, LEASE, looks=looks):
        return
    if Match.objects.filter(pk=match_id, slow=True).exists():
        renew_lease(match_id, seat, now, LEASE, looks=looks)
    else:
        _come_back(match_id, seat, now)


def _come_back(match_id: int, seat: Seat, now: Millis) -> None:
    with match_faults.noted(match_id, now), transaction.atomic():
        row = store.lock(match_id)
        state = settle_due.settle_locked(row, now, read_action_context(match_id))
        if state.outcome is None:
            returned(row, state, seat, now)


def returned(row: Match, state: CoreState, seat: Seat, now: Millis) -> CoreState:
    """Renew the lease in a locked, settled and running match; an absent player is back, but for a seat that has left
    for good and only looks on."""
    if row.slow:
        return state
    renew_lease(row.pk, seat, now, LEASE)
    player = state.players[seat]
    if player.away_since is None or player.out is not None:
        return state
    return settle_due.apply_system(row, state, seat, Return(), now)


def goodbye(match_id: int, seat: Seat, now: Millis) -> None:
    """A page is being closed: a last sign of life, on a short lease, so that the opponent is notified sooner.

    Another page of the player renews it.
    """
    renew_fresh_lease(match_id, seat, now, GOODBYE)
