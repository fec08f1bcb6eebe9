"""Who left a finished match first, and how: for the layers above, which count it. Read from its log."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.dispatch.log_entries import events_of
from game.kernel.actions import Abandon, Leave, Return, Timeout
from game.kernel.base_types import Millis, Seat
from game.kernel.events import Event, Kind
from game.models import LogEntry, Match, SeatRow
from game.services.outages import LONGEST_GAP, RECONNECT_ALLOWANCE
from game.variants import VARIANTS

NOT_A_PLAYERS = frozenset({Abandon.do, Leave.do, Return.do, Timeout.do})
"""Actions that stand in the log under a seat, but which the site or time took."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """The seat that left first, its user (None once the account is gone) and the reason; `turns` it had ended before.
    `by_outage`: the site itself was away after the last time that the player did anything, so it may be what kept them
    away."""

    seat: Seat
    user_id: int | None
    reason: str
    turns: int
    by_outage: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a match that counts: when, and who left it first; None where it was played to its end."""

    at: Millis
    leaving: Leaving | None


def ending_of(match_id: int) -> Ending | None:
    """How a match ended; None while it runs, where its end counts nowhere (called off, declined, left by all together),
    and in a slow match, also one that became slow by being adjourned."""
    row = Match.objects.filter(pk=match_id, status=Match.Status.OVER).defer("state", "seed", "sealed").first()
    if row is None or row.slow or row.variant not in VARIANTS or row.finished_at is None:
        return None
    variant, seats = VARIANTS[row.variant], list(SeatRow.objects.filter(match=row).order_by("seat"))
    has_result = row.winner is not None or any(seat.place is not None for seat in seats)
    if row.reason in variant.uncounted or not has_result:
        return None
    ends_by_leaving = row.reason not in variant.played_out and row.winner is not None
    if not (ends_by_leaving or any(seat.out for seat in seats)):
        return Ending(row.finished_at, None)
    entries = LogEntry.objects.filter(match=row).order_by("seq").values_list("at", "seat", "action", "events")
    read = _Reading([seat.user_id for seat in seats])
    for at, seat, action, events in entries:
        read.entry(at, seat, json.loads(action), events_of(events))
    last = next(seat.seat for seat in seats if seat.seat != row.winner) if ends_by_leaving else None
    return Ending(row.finished_at, read.first or (None if last is None else read.leaving(last, row.reason)))


def names_beside(public_ids: Collection[str], user_id: int) -> dict[str, list[str]]:
    """The names of those who sat with the user, in seat order, by the match's public id; one statement."""
    rows = SeatRow.objects.filter(match__public_id__in=public_ids).exclude(user_id=user_id).order_by("match", "seat")
    found: dict[str, list[str]] = {}
    for public_id, name in rows.values_list("match__public_id", "name"):
        found.setdefault(public_id, []).append(name)
    return found


class _Reading:
    """A log while its entries go by: the turns that each seat has ended, and whether an outage came after the last time
    that its player did anything. `first`: who left while others played on, the first of them."""

    def __init__(self, users: Sequence[int | None]) -> None:
        self.users = users
        self.turns = [0] * len(users)
        self.touched = [False] * len(users)
        self.on_turn: Seat | None = None
        self.credited_at: Millis = 0
        self.first: Leaving | None = None

    def entry(self, at: Millis, seat: Seat | None, action: Mapping[str, Any], events: Iterable[Event]) -> None:
        """One more entry of the log."""
        if seat is not None and action.get("do") not in NOT_A_PLAYERS:
            self.touched[seat] = False
        for event in events:
            self._event(event, at)

    def leaving(self, seat: Seat, reason: str) -> Leaving:
        """The seat leaves now."""
        return Leaving(seat, self.users[seat], reason, self.turns[seat], self.touched[seat])

    def _event(self, event: Event, at: Millis) -> None:
        seat = event.seat
        if event.kind == Kind.TURN_BEGAN:
            if self.on_turn is not None:
                self.turns[self.on_turn] += 1
            self.on_turn = seat
        elif event.kind == Kind.CLOCK_CREDITED:
            self.touched, self.credited_at = [True] * len(self.touched), at
        elif event.kind == Kind.SEAT_RETURNED and seat is not None:
            self.touched[seat] = False
        elif event.kind == Kind.SEAT_LEFT and seat is not None:
            # The last sign of life from before an outage is put off to the end of what was credited for it, and a pulse
            # tells to a second. Later ones are a page's that came through it.
            if event.public["since"] > self.credited_at + RECONNECT_ALLOWANCE + LONGEST_GAP:
                self.touched[seat] = False
        elif event.kind == Kind.SEAT_OUT and seat is not None and self.first is None:
            self.first = self.leaving(seat, event.public["reason"])
